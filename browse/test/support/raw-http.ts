/** What came back over a plain socket. */
export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly text: string;
  /** Bytes that could be sent before the answer came. */
  readonly sent: number;
}

/** Sends a head and then, piece by piece, a body, until the answer comes or all is sent. */
export async function rawRequest(
  port: number,
  head: readonly string[],
  body: Iterable<Uint8Array> = [],
): Promise<RawAnswer> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const pieces = body[Symbol.iterator]();
  const answer = { text: '', sent: 0 };
  let rest: Uint8Array = Buffer.from(`${head.join('\r\n')}\r\n\r\n`);
  const pump = (socket: { readonly write: (data: Uint8Array) => number }): void => {
    while (answer.text === '') {
      const written = Math.max(0, socket.write(rest));
      answer.sent += written;
      rest = rest.subarray(written);
      if (rest.length > 0) return;
      const next = pieces.next();
      if (next.done === true) return;
      rest = next.value;
    }
  };
  await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: pump,
      drain: pump,
      data: (socket, chunk) => {
        answer.text += Buffer.from(chunk).toString('latin1');
        if (isWhole(answer.text)) socket.end();
      },
      close: () => resolve(),
      error: () => resolve(),
    },
  });
  await promise;
  return { ...answer, status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.text)?.[1] ?? 0) };
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
  return text.length >= end + 4 + length;
}
