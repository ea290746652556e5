/** Where and with which environment a process runs. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A process that ended well. */
export interface Finished {
  /** Milliseconds from its start to its end, as its caller sees it. */
  readonly ms: number;
  /** Milliseconds from its start to the first thing it printed. */
  readonly firstOutput: number;
  readonly stdout: string;
}

/** Runs a program to its end. Throws when it fails: a time of something that did not happen is none. */
export async function runProcess(command: readonly string[], place: Place): Promise<Finished> {
  const start = performance.now();
  const child = Bun.spawn([...command], {
    ...place,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const ended = child.exited.then(code => ({ code, ms: performance.now() - start }));
  let firstOutput = Number.NaN;
  let stdout = '';
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    if (stdout === '') firstOutput = performance.now() - start;
    stdout += decoder.decode(chunk, { stream: true });
  }
  const { code, ms } = await ended;
  if (code !== 0) {
    const said = await new Response(child.stderr).text();
    throw new Error(`${command.join(' ')} ended with ${code}: ${said.trim()}`);
  }
  return { ms, firstOutput, stdout };
}
