/** A network with nothing but its own loopback: whatever is sent there reaches nobody. */
export interface Unplugged extends AsyncDisposable {
  /** The words that start a program in it. */
  readonly launcher: readonly string[];
}

/** Makes such a network, or says why this machine cannot. */
export async function unplug(): Promise<Unplugged | string> {
  const [unshare, nsenter, ip] = ['unshare', 'nsenter', 'ip'].map(tool =>
    Bun.which(tool, { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }),
  );
  if (!unshare || !nsenter || !ip) return 'unshare, nsenter or ip is not installed';
  // It lives for as long as its standard input stays open, so it cannot outlive the tests.
  const holder = Bun.spawn(
    [unshare, '--net', 'sh', '-c', `"${ip}" link set lo up && echo ready && exec cat`],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' },
  );
  const { value } = await holder.stdout.getReader().read();
  if (value === undefined) {
    const reason = await new Response(holder.stderr).text();
    return reason.trim() || 'unshare failed';
  }
  return {
    launcher: [nsenter, `--net=/proc/${holder.pid}/ns/net`],
    [Symbol.asyncDispose]: async () => {
      await holder.stdin.end();
      await holder.exited;
    },
  };
}
