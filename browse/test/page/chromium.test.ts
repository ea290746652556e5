import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { comparePage, type Aspect, type Difference } from './corpus/compare.ts';
import deliberate from './corpus/differences.json';
import { chromiumTree } from './probe/chromium-tree.ts';
import { probePage, registerProbe } from './probe/open.ts';
import { openBrowser, openPage } from './support.ts';

const CORPUS = resolve(import.meta.dir, 'corpus');
/** Every page of the corpus is opened before the first test. */
const LOOK_MS = 60_000;

let browser: Browser;
const differences: Difference[] = [];
const compared = new Map<Aspect, number>();

beforeAll(async () => {
  await registerProbe();
  browser = await openBrowser();
  const engine = await openPage(browser);
  for (const file of readdirSync(CORPUS).filter(name => name.endsWith('.html'))) {
    await engine.page.goto(`file://${CORPUS}/${file}`);
    const devtools = await engine.devtools();
    const page = file.slice(0, -'.html'.length);
    const found = comparePage(page, await probePage(engine.page), await chromiumTree(devtools));
    await devtools.detach();
    differences.push(...found.differences);
    for (const [of, count] of found.compared) compared.set(of, (compared.get(of) ?? 0) + count);
  }
}, LOOK_MS);
afterAll(() => browser.close());

/** A group of differences with one reason: of certain elements, or of every element with a role. */
interface Deliberate {
  readonly why: string;
  readonly of: string;
  readonly roles?: readonly string[];
  readonly cases?: readonly Pick<Difference, 'page' | 'element' | 'ours' | 'theirs'>[];
}

const keyOf = ({ page, element, of, ours, theirs }: Omit<Difference, 'role' | 'index'>): string =>
  [page, of, element, `ours ${JSON.stringify(ours)}`, `Chromium's ${JSON.stringify(theirs)}`].join(
    ' | ',
  );

const ofRole = (of: string, role: string): string => `every | ${of} | ${role}`;

/** What is listed, by the same words as what is found. */
const listed = new Set(
  deliberate.flatMap((group: Deliberate) => [
    ...(group.roles ?? []).map(role => ofRole(group.of, role)),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a word that is no aspect matches nothing found
    ...(group.cases ?? []).map(one => keyOf({ ...one, of: group.of as Aspect })),
  ]),
);

test('every difference from Chromium is listed with its reason', () => {
  const unlisted = differences.filter(
    difference =>
      !listed.has(keyOf(difference)) && !listed.has(ofRole(difference.of, difference.role)),
  );

  expect(unlisted.map(keyOf)).toEqual([]);
});

test('every listed difference is still there', () => {
  const found = new Set(differences.flatMap(each => [keyOf(each), ofRole(each.of, each.role)]));

  expect([...listed].filter(key => !found.has(key))).toEqual([]);
});

test('every listed difference has a reason that is said once', () => {
  const reasons = deliberate.map(({ why, of }) => `${of}: ${why}`);

  expect(reasons.filter(reason => reason.length < 40)).toEqual([]);
  expect(new Set(reasons).size).toBe(reasons.length);
});

/** Elements of which one of these differs, whether that is deliberate or not. */
const differing = (...aspects: readonly Aspect[]): number =>
  new Set(
    differences
      .filter(({ of }) => aspects.includes(of))
      .map(({ page, index }) => `${page} ${index}`),
  ).size;

const rate = (count: number, of: number): string =>
  `${of - count} of ${of} (${((100 * (of - count)) / of).toFixed(1)} %)`;

test('roles and names agree with those of Chromium', () => {
  const count = (aspect: Aspect): number => compared.get(aspect) ?? 0;
  // Plain boxes, which both sides call boxes, are not counted as agreement.
  const nodes = count('role');
  const wrong = differing('role', 'name');
  console.log(
    `agreement with Chromium's accessibility tree: ${rate(wrong, nodes)}; ` +
      `states ${rate(differing('states'), count('states'))}, ` +
      `values ${rate(differing('value'), count('value'))}, ` +
      `descriptions ${rate(differing('description'), count('description'))}; ` +
      `${differing('only ours')} elements only here, ${differing('only theirs')} only there, by the listed rules`,
  );

  expect(nodes).toBeGreaterThan(2400);
  expect(wrong / nodes).toBeLessThanOrEqual(0.02);
  expect(differing('states') / count('states')).toBeLessThanOrEqual(0.02);
});
