import type { TheirNode } from '../probe/chromium-tree.ts';
import type { Probed } from '../probe/wire.ts';
import { CHROMIUM_ROLES } from './spellings.ts';

export type Aspect =
  | 'box'
  | 'role'
  | 'name'
  | 'description'
  | 'states'
  | 'value'
  | 'only ours'
  | 'only theirs';

/** Something that we and Chromium say differently of one element. */
export interface Difference {
  readonly page: string;
  /** Its place in the page, in the order of the markup. */
  readonly index: number;
  readonly element: string;
  readonly of: Aspect;
  /** Our role, which wide rules are about. */
  readonly role: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** By aspect: how many elements both have something to say of. */
  readonly compared: ReadonlyMap<Aspect, number>;
}

/** Roles that only draw: nothing is to be compared where both have one of these. */
const isNothing = (role: string): boolean => role === 'generic' || role === 'none';

/** In a table that Chromium takes for a layout, it does not tell headers from other cells. */
const CELL_ROLES = new Set(['cell', 'columnheader', 'rowheader']);

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What differs between our view and Chromium's of every element of one page. */
export function comparePage(
  page: string,
  ours: readonly Probed[],
  theirs: readonly (TheirNode | undefined)[],
): Comparison {
  const differences: Difference[] = [];
  const compared = new Map<Aspect, number>();
  for (const [index, mine] of ours.entries()) {
    const other = toOurSpelling(mine, theirs[index]);
    for (const [of, a, b] of pairs(mine, other)) {
      compared.set(of, (compared.get(of) ?? 0) + 1);
      const { element, role } = mine;
      if (a !== b) differences.push({ page, index, element, of, role, ours: a, theirs: b });
    }
  }
  return { differences, compared };
}

type Theirs = Pick<Probed, 'role' | 'name' | 'description' | 'states' | 'value' | 'isShown'>;

function toOurSpelling(
  { tag, role: ourRole }: Probed,
  node: TheirNode | undefined,
): Theirs | undefined {
  if (!node || node.isIgnored) return undefined;
  const isLayoutCell = node.role === 'LayoutTableCell' && CELL_ROLES.has(ourRole);
  const role = isLayoutCell ? ourRole : (CHROMIUM_ROLES.get(node.role) ?? node.role);
  return {
    role,
    name: line(node.name),
    description: line(node.description),
    states: theirStates(node, tag === 'select'),
    value: node.value === undefined ? undefined : line(node.value),
    isShown: !isNothing(role) && role !== 'RootWebArea',
  };
}

type Pair = readonly [of: Aspect, ours: string, theirs: string];

function pairs(ours: Probed, theirs: Theirs | undefined): Pair[] {
  if (!theirs) return ours.isShown ? [['only ours', shown(ours), '']] : [];
  const isBox = isNothing(ours.role);
  const found: Pair[] = [];
  if (theirs.isShown && !ours.isShown && !isBox) found.push(['only theirs', '', shown(theirs)]);
  if (theirs.role === 'RootWebArea') return found;
  // That an element is only a box is something to agree on; what a box is called is our own affair.
  if (isBox && isNothing(theirs.role)) return [...found, ['box', '', '']];
  found.push(['role', ours.role, theirs.role]);
  return isBox || isNothing(theirs.role) ? found : [...found, ...details(ours, theirs)];
}

const shown = ({ role, name }: Theirs): string => `${role} ${JSON.stringify(name)}`;

function details(ours: Probed, theirs: Theirs): Pair[] {
  const found: Pair[] = [
    ['name', ours.name, theirs.name],
    ['states', ourStates(ours), theirs.states],
    ['value', ours.value ?? '', theirs.value ?? ''],
  ];
  // What only repeats the name is no description to us.
  const description = theirs.description === ours.name ? '' : theirs.description;
  if (ours.description !== '' || description !== '')
    found.push(['description', ours.description, description]);
  return found;
}

/** Limits that go without saying, and what Chromium does not tell of at all. */
const isUntold = (state: string): boolean =>
  /^(min=0|max=(0|1|100)|focused|active|current.*|sort=.*)$/.test(state);

/** How deep something lies in a list shows in its place, unless somebody counts otherwise. */
const isNested = (state: string, role: string): boolean =>
  state.startsWith('level=') && /^(comment|listitem|treeitem)$/.test(role);

const ourStates = ({ role, states }: Probed): string =>
  states
    .split(' ')
    .filter(state => !isUntold(state) && !isNested(state, role))
    .toSorted()
    .join(' ')
    .trim();

const WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  checked: value => (value === 'mixed' ? 'mixed' : value === 'true' ? 'checked' : ''),
  selected: value => (value === true ? 'selected' : ''),
  expanded: value => (value === true ? 'expanded' : 'collapsed'),
  pressed: value => (value === 'mixed' ? 'pressed=mixed' : value === 'true' ? 'pressed' : ''),
  disabled: value => (value === true ? 'disabled' : ''),
  required: value => (value === true ? 'required' : ''),
  invalid: value => (value === 'false' ? '' : 'invalid'),
  readonly: value => (value === true ? 'readonly' : ''),
  multiselectable: value => (value === true ? 'multiselectable' : ''),
  level: value => `level=${String(value)}`,
  hasPopup: value => `haspopup=${String(value)}`,
  valuemin: value => `min=${String(value)}`,
  valuemax: value => `max=${String(value)}`,
};

/** That a native list opens a menu and is closed now goes without saying, and so does a combobox's list. */
const isImplied = (state: string, role: string, isSelect: boolean): boolean =>
  (isSelect && /^(collapsed|haspopup=menu)$/.test(state)) ||
  (role === 'combobox' && state === 'haspopup=listbox') ||
  isNested(state, role);

const theirStates = ({ role, properties }: TheirNode, isSelect: boolean): string =>
  [...properties]
    .map(([name, value]) => WORDS[name]?.(value) ?? '')
    .filter(state => !isUntold(state) && !isImplied(state, role, isSelect))
    .toSorted()
    .join(' ')
    .trim();
