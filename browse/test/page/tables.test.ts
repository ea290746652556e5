import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { probePage, registerProbe } from './probe/open.ts';
import { openBrowser, openPage, type EnginePage } from './support.ts';

let browser: Browser;
let engine: EnginePage;

beforeAll(async () => {
  await registerProbe();
  browser = await openBrowser();
  engine = await openPage(browser);
});
afterAll(() => browser.close());

/** `<name> <row> <column>` of each cell. */
async function cellsOf(html: string): Promise<string[]> {
  await engine.show(html);
  const probed = await probePage(engine.page);
  return probed.flatMap(({ name, cell }) => (cell ? [`${name} ${cell}`] : []));
}

describe('the place of a cell', () => {
  test.each([
    [
      'in a plain table',
      '<table><tr><th>A<th>B<tr><td>C<td>D</table>',
      ['A 1 1', 'B 1 2', 'C 2 1', 'D 2 2'],
    ],
    [
      'beside cells of several columns',
      '<table><tr><th colspan=2>A<th>B<tr><td>C<td>D<td>E</table>',
      ['A 1 1', 'B 1 3', 'C 2 1', 'D 2 2', 'E 2 3'],
    ],
    [
      'below cells of several rows',
      '<table><tr><td rowspan=2>A<td>B<td rowspan=3 colspan=2>C<tr><td>D<td>E<tr><td>F<td>G</table>',
      ['A 1 1', 'B 1 2', 'C 1 3', 'D 2 2', 'E 2 5', 'F 3 1', 'G 3 2'],
    ],
    [
      'below a cell that reaches to the end of its group, and in the next group',
      '<table><tbody><tr><td rowspan=0>A<td>B<tr><td>C</tbody><tbody><tr><td>D</tbody></table>',
      ['A 1 1', 'B 1 2', 'C 2 2', 'D 3 1'],
    ],
    [
      'in the foot of a table, wherever it is written',
      '<table><thead><tr><th>A</thead><tfoot><tr><td>F</tfoot><tbody><tr><td>B</tbody></table>',
      ['A 1 1', 'F 3 1', 'B 2 1'],
    ],
    [
      'in a table in a cell',
      '<table><tr><td>A<td>B <table><tr><td>C<tr><td>D</table></table>',
      ['A 1 1', 'B C D 1 2', 'C 1 1', 'D 2 1'],
    ],
    [
      'in a table made of boxes',
      `<div role=table><div role=rowgroup><div><div role=row><div role=columnheader>A</div><div><div role=columnheader>B</div></div></div></div></div>
       <div role=rowgroup><div role=row><div role=rowheader>C</div><div role=cell>D</div></div></div></div>`,
      ['A 1 1', 'B 1 2', 'C 2 1', 'D 2 2'],
    ],
    [
      'as its author counts rows',
      '<div role=grid><div role=row aria-rowindex=50><div role=gridcell>A</div></div><div role=row><div role=gridcell>B</div></div><div role=row><div role=gridcell aria-rowindex=90>C</div></div></div>',
      ['A 50 1', 'B 51 1', 'C 90 1'],
    ],
    [
      'as its author counts columns',
      '<div role=grid><div role=row aria-colindex=5><div role=gridcell>A</div><div role=gridcell aria-colindex=9>B</div><div role=gridcell>C</div></div></div>',
      ['A 1 5', 'B 1 9', 'C 1 10'],
    ],
    [
      'below and beside boxes of several rows and columns',
      '<div role=grid><div role=row><div role=gridcell aria-rowspan=2>A</div><div role=gridcell aria-colspan=3>B</div><div role=gridcell>C</div></div><div role=row><div role=gridcell>D</div></div></div>',
      ['A 1 1', 'B 1 2', 'C 1 5', 'D 2 2'],
    ],
    [
      'in a row that the grid owns',
      '<div role=grid aria-owns=r><div role=row><div role=gridcell>A</div></div></div><div role=row id=r><div role=gridcell>B</div></div>',
      ['A 1 1', 'B 2 1'],
    ],
    ['in a table that is only for the layout', '<table role=none><tr><td>A</table>', []],
    ['in no table', '<div role=row><div role=cell>A</div></div><div role=cell>B</div>', []],
    [
      'with numbers that make no sense',
      '<div role=grid><div role=row aria-rowindex=-3><div role=gridcell aria-colindex=x>A</div></div></div>',
      ['A 1 1'],
    ],
  ] as const)('%s', async (_, html, cells) => {
    expect(await cellsOf(html)).toEqual([...cells]);
  });

  test('is found in linear time', async () => {
    await engine.show('<table></table>');
    const fill = (rows: number): Promise<unknown> =>
      engine.page.evaluate(
        `document.querySelector('table').innerHTML = '<tr>${'<td>x</td>'.repeat(10)}</tr>'.repeat(${rows}); 0`,
      );
    const took = async (rows: number): Promise<number> => {
      await fill(rows);
      await engine.page.locator('probe=cells').textContent();
      return Number(await engine.page.locator('probe=cells').textContent());
    };

    const [small, large] = [await took(200), await took(2000)];

    expect(large).toBeLessThan(1000);
    expect(large).toBeLessThan(Math.max(small, 2) * 40);
  });
});
