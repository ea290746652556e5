/** A page of the benchmark and how many interactive elements it has. */
export interface SizedPage {
  readonly size: number;
  /** As the tables show it: `10 000`. */
  readonly label: string;
  readonly path: string;
}

export const SIZED_PAGES: readonly SizedPage[] = [10, 120, 10_000].map(sizedPage);

function sizedPage(size: number): SizedPage {
  return {
    size,
    label: size.toLocaleString('en').replaceAll(',', ' '),
    path: `/rows/${size}`,
  };
}

/** Ten times as many elements as the largest page of the warm commands. */
export const GROWN = sizedPage(100_000);

export const [SMALL] = SIZED_PAGES;
export const LARGE = SIZED_PAGES.at(-1);

/** Pages of the memory run; each has a field `#name` and a button `#go` with an effect. */
export const MIXED_PATHS = ['/form', '/rows/120', '/article', '/app'] as const;

const CONTROLS = `
  <label>Name <input id="name"></label>
  <button id="go" aria-pressed="false">Go</button>
  <script>
    document.addEventListener('click', ({ target }) => {
      const button = target.closest('button');
      if (!button) return;
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    });
  </script>`;

/** Two controls above a table whose rows hold a link and a labelled button each. */
function rowsPage(size: number): string {
  const count = (size - 2) / 2;
  const rows = Array.from(
    { length: count },
    (_, row) => `
  <tr${row === count - 1 ? ' id="last"' : ''}>
    <td>${row}</td>
    <td><a href="/item/${row}">Story number ${row} about things</a></td>
    <td><button aria-label="vote ${row}" aria-pressed="false">^</button></td>
  </tr>`,
  );
  return `<h1>Stories</h1>${CONTROLS}<table>${rows.join('')}</table>`;
}

const FORM = `<h1>Order</h1><form onsubmit="event.preventDefault()">${CONTROLS}
  <label>Colour <select><option>Red<option>Blue</select></label>
  <label><input type="checkbox"> Gift</label><textarea aria-label="Remarks"></textarea></form>`;

const ARTICLE = `<h1>Article</h1>${CONTROLS}${'<p>A sentence that somebody might read. '.repeat(200)}`;

const APP = `<h1>App</h1>${CONTROLS}<ul id="list"></ul><script>
  for (let line = 0; line < 20; line++) console.log('line', line);
  fetch('/data').then(answer => answer.json()).then(items => {
    for (const item of items) list.append(Object.assign(document.createElement('li'), { textContent: item }));
  });</script>`;

const LIST_ROWS = 60;

/** A heading and sixty rows with a number, a link and a button each: 120 interactive elements in all. */
export const LIST_PATH = '/list';
const LIST = `<h1>Stories</h1><table>${Array.from(
  { length: LIST_ROWS },
  (_, row) => `<tr><td>${row}</td>
    <td><a href="/item/${row}">Story number ${row} about things</a></td>
    <td><button aria-label="vote ${row}">^</button></td></tr>`,
).join('')}</table>`;

const DEPTH = 20;
const PER_FRAME = 100;
const LINKS = '<p><a href="#">A link among others</a></p>'.repeat(PER_FRAME);

/** A page with twenty frames, each within the one before, and a hundred links in every document. */
export const NESTED_FRAMES = '/nested/0';
/** One document with as many elements. */
export const FLAT_FRAME = '/flat';

const frameWithin = (level: number): string =>
  `<iframe src="/nested/${level + 1}" style="width: 95%; height: 400px"></iframe>`;

const FRAMED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: DEPTH + 1 }, (_, level) => [
    `/nested/${level}`,
    `${level < DEPTH ? frameWithin(level) : ''}${LINKS}`,
  ]),
);

const BODIES: Readonly<Record<string, string>> = {
  '/form': FORM,
  '/article': ARTICLE,
  '/app': APP,
  [LIST_PATH]: LIST,
  ...FRAMED,
  [FLAT_FRAME]: LINKS.repeat(DEPTH + 1),
  ...Object.fromEntries([...SIZED_PAGES, GROWN].map(({ path, size }) => [path, rowsPage(size)])),
};

/** The pages on loopback; disposing stops serving. */
export function servePages(): Disposable & { readonly at: (path: string) => string } {
  const documents = new Map(
    Object.entries(BODIES).map(([path, body]) => [
      path,
      new TextEncoder().encode(`<!doctype html><meta charset="utf-8"><title>Page</title>${body}`),
    ]),
  );
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === '/data') return Response.json(['one', 'two', 'three']);
      const body = documents.get(pathname);
      return body
        ? new Response(body, { headers: { 'content-type': 'text/html' } })
        : new Response('', { status: 404 });
    },
  });
  return {
    at: path => new URL(path, server.url).href,
    [Symbol.dispose]: () => void server.stop(true),
  };
}
