import { afterAll, describe, expect, test } from 'bun:test';
import { join, resolve } from 'node:path';

import { startBrowse } from '../support/browse.ts';
import { refOf } from '../support/open-page.ts';
import { inside, refIn } from '../support/shown.ts';

const ROOT = resolve(import.meta.dir, '../../../node_modules/swagger-ui-dist');

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1.0.0' },
  paths: {
    '/books/{isbn}': {
      get: {
        summary: 'Find a book',
        operationId: 'findBook',
        parameters: [
          { name: 'isbn', in: 'path', required: true, schema: { type: 'string' } },
          {
            name: 'format',
            in: 'query',
            schema: { type: 'string', enum: ['short', 'long'] },
          },
        ],
        responses: { 200: { description: 'The book' }, 404: { description: 'No such book' } },
      },
    },
  },
};

/** The library behind the interface, and the interface that swagger-ui draws for it. */
function serveLibrary(): {
  readonly url: string;
  readonly asked: readonly string[];
} & AsyncDisposable {
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname === '/openapi.json') return Response.json(DOCUMENT);
      if (pathname === '/swagger-initializer.js')
        return new Response(
          `window.ui = SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true,
             presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: 'StandaloneLayout' })`,
          { headers: { 'content-type': 'text/javascript' } },
        );
      if (pathname.startsWith('/books/')) {
        asked.push(`${request.method} ${pathname}${search}`);
        if (pathname !== '/books/9780141439518')
          return Response.json({ error: 'no such book' }, { status: 404 });
        return Response.json({ title: 'Pride and Prejudice', copies: 3 });
      }
      const file = Bun.file(join(ROOT, pathname === '/' ? 'index.html' : pathname));
      return (await file.exists()) ? new Response(file) : new Response('', { status: 404 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/`,
    asked,
    [Symbol.asyncDispose]: async () => await server.stop(true),
  };
}

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** Goes as far as the form of the operation, by what the snapshots show. */
async function openForm(url: string): Promise<void> {
  await browse('goto', url);
  await browse('wait', '--text', 'Find a book');
  await browse('click', await refOf(browse, '/books/{isbn}'));
  await browse('wait', '--text', 'Try it out');
  await browse('click', await refOf(browse, '[button] "Try it out'));
  await browse('wait', '--text', 'Execute');
}

describe('Swagger UI', () => {
  test('shows its operations as something to expand', async () => {
    await using library = serveLibrary();
    await browse('goto', library.url);
    await browse('wait', '--text', 'Find a book');

    const { stdout } = await browse('click', await refOf(browse, '/books/{isbn}'));

    expect(inside(stdout)).toMatch(/^~ @e\d+ \[button\] .*\[expanded\]/m);
    expect((await browse('wait', '--text', 'Try it out')).code).toBe(0);
  });

  test('is driven from a snapshot to a filled form to the rendered answer', async () => {
    await using library = serveLibrary();
    await openForm(library.url);
    await browse('fill', await refOf(browse, '[textbox] "isbn'), '9780141439518');
    await browse('select', await refOf(browse, '[combobox]: --'), 'long');

    const executed = await browse('click', await refOf(browse, '[button] "Execute"'));

    expect(executed.code).toBe(0);
    await browse('wait', '--text', 'Pride and Prejudice');
    const { stdout: text } = await browse('text');
    expect(text).toContain('"title": "Pride and Prejudice"');
    expect(text).toContain(`${library.url}books/9780141439518?format=long`);
    expect(library.asked).toEqual(['GET /books/9780141439518?format=long']);
  });

  test('shows the answer for a book that does not exist', async () => {
    await using library = serveLibrary();
    await openForm(library.url);
    await browse('fill', await refOf(browse, '[textbox] "isbn'), 'nothing');

    await browse('click', await refOf(browse, '[button] "Execute"'));

    await browse('wait', '--text', 'no such book');
    const { stdout } = await browse('network', '--status', '404');
    expect(stdout).toContain(`GET 404 fetch ${library.url}books/nothing`);
    expect(library.asked).toEqual(['GET /books/nothing']);
  });

  test('asks nothing while a required field is empty', async () => {
    await using library = serveLibrary();
    await openForm(library.url);
    const { stdout: before } = await browse('snapshot', '-i');

    await browse('click', refIn(before, '[button] "Execute"'));

    expect(library.asked).toEqual([]);
  });
});
