type Answer = string | ((request: Request) => Response | Promise<Response>);

/** A web site on loopback for one test; disposing closes it. */
export interface Site extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/`. */
  readonly url: string;
  /** The address of a path on it. */
  readonly at: (path: string) => string;
  /** The paths that were asked for, in order. */
  readonly requests: readonly string[];
}

/** Serves one page at `/`, or several by path; texts are HTML bodies. Anything else is 404. */
export async function serve(pages: Answer | Readonly<Record<string, Answer>>): Promise<Site> {
  const isSingle = typeof pages === 'string' || typeof pages === 'function';
  const byPath: Readonly<Record<string, Answer>> = isSingle ? { '/': pages } : pages;
  const requests: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      requests.push(pathname);
      const answer = byPath[pathname];
      if (answer === undefined)
        return new Response('<h1>Not found</h1>', {
          status: 404,
          headers: { 'content-type': 'text/html' },
        });
      if (typeof answer === 'function') return await answer(request);
      return page(answer);
    },
  });
  const url = `http://127.0.0.1:${server.port}/`;
  return {
    url,
    at: path => new URL(path, url).href,
    requests,
    [Symbol.asyncDispose]: async () => await server.stop(true),
  };
}

/** An HTML answer; a title and a doctype are added to a body. */
const page = (body: string): Response =>
  new Response(
    /^\s*<!doctype/i.test(body)
      ? body
      : `<!doctype html><meta charset="utf-8"><title>Test page</title>${body}`,
    {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    },
  );
