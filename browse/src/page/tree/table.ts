import { attr, flatParent, isElement, tag } from '#page/dom.ts';
import { roleOf } from '#page/roles.ts';
import type { View } from '#page/view.ts';
import { eachFlatChild } from './flat-children.ts';

/** Where a cell is, counted from 1. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** What one answer has found of the tables in the document. Undefined for a cell of no table. */
export type Cells = Map<Element, Cell | undefined>;

const CELL_ROLES = new Set(['cell', 'columnheader', 'gridcell', 'rowheader']);
const TABLE_ROLES = new Set(['grid', 'table', 'treegrid']);
/** Boxes that may stand between a table, its rows and their cells. */
const BOX_ROLES = new Set(['generic', 'none', 'rowgroup']);
const MAX_BOXES = 20;

/**
 * Row and column of a cell or header in its table or grid, counted from 1: those its author states
 * (`aria-rowindex`, `aria-colindex`), else those of HTML's table model. Undefined for anything else.
 */
export function cellOf(view: View, element: Element, role: string): Cell | undefined {
  if (!CELL_ROLES.has(role)) return undefined;
  const { cells } = view;
  if (!cells.has(element)) {
    const table = tableOf(view, element);
    if (table) new Layout(view).place(table);
    if (!cells.has(element)) cells.set(element, undefined);
  }
  return cells.get(element);
}

function tableOf({ ownership: { owners } }: View, cell: Element): Element | undefined {
  let around = owners.get(cell) ?? flatParent(cell);
  for (let boxes = 0; around && boxes < MAX_BOXES; boxes++) {
    const role = roleOf(around);
    if (TABLE_ROLES.has(role)) return around;
    if (role !== 'row' && !BOX_ROLES.has(role)) return undefined;
    around = owners.get(around) ?? flatParent(around);
  }
  return undefined;
}

/** Columns that a cell above may reach down into: a bound for tables made to be large. */
const MAX_REACHED = 1000;

/** Goes through one table once, row by row. */
class Layout {
  readonly #view: View;
  /** By column: the last row, counted as they come, that a cell above covers. */
  #covered: number[] = [];
  /** Rows so far, as they come and as they are numbered. */
  #rows = 0;
  #rowNumber = 0;
  #columnNumber = 0;

  constructor(view: View) {
    this.#view = view;
  }

  place(table: Element): void {
    const last: Element[] = [];
    this.#placeRows(table, 0, last);
    for (const group of last) this.#placeGroup(group, 0);
  }

  /** A `tfoot` is at the end of its table wherever it is written. */
  #placeRows(parent: Element, depth: number, last: Element[] | undefined): void {
    eachFlatChild(this.#view, parent, child => {
      if (!isElement(child)) return true;
      const role = roleOf(child);
      if (role === 'row') this.#placeRow(child);
      else if (last && tag(child) === 'tfoot') last.push(child);
      else if (role === 'rowgroup') this.#placeGroup(child, depth);
      else if (BOX_ROLES.has(role) && depth < MAX_BOXES)
        this.#placeRows(child, depth + 1, undefined);
      return true;
    });
  }

  /** No cell reaches out of its group. */
  #placeGroup(group: Element, depth: number): void {
    this.#covered = [];
    if (depth < MAX_BOXES) this.#placeRows(group, depth + 1, undefined);
    this.#covered = [];
  }

  #placeRow(row: Element): void {
    this.#rows++;
    this.#rowNumber = stated(row, 'aria-rowindex') ?? this.#rowNumber + 1;
    this.#columnNumber = stated(row, 'aria-colindex') ?? 1;
    this.#placeCells(row, 0);
  }

  #placeCells(parent: Element, depth: number): void {
    eachFlatChild(this.#view, parent, child => {
      if (!isElement(child)) return true;
      const role = roleOf(child);
      if (CELL_ROLES.has(role)) this.#placeCell(child);
      else if (BOX_ROLES.has(role) && depth < MAX_BOXES) this.#placeCells(child, depth + 1);
      return true;
    });
  }

  #placeCell(cell: Element): void {
    const { columns, rows } = spanOf(cell);
    const column = stated(cell, 'aria-colindex') ?? this.#free(this.#columnNumber);
    this.#columnNumber = column + columns;
    this.#rowNumber = stated(cell, 'aria-rowindex') ?? this.#rowNumber;
    this.#view.cells.set(cell, { row: this.#rowNumber, column });
    if (rows === 1) return;
    const until = rows === 0 ? Infinity : this.#rows + rows - 1;
    const end = Math.min(column + columns, MAX_REACHED);
    for (let covered = column; covered < end; covered++) this.#covered[covered] = until;
  }

  #free(from: number): number {
    let column = from;
    while ((this.#covered[column] ?? 0) >= this.#rows) column++;
    return column;
  }
}

function stated(element: Element, name: string): number | undefined {
  const value = Number.parseInt(attr(element, name) ?? '', 10);
  return value > 0 ? value : undefined;
}

/** Zero rows is down to the end of the group. */
function spanOf(cell: Element): { columns: number; rows: number } {
  if (cell instanceof HTMLTableCellElement) return { columns: cell.colSpan, rows: cell.rowSpan };
  return {
    columns: Math.min(stated(cell, 'aria-colspan') ?? 1, MAX_REACHED),
    rows: stated(cell, 'aria-rowspan') ?? 1,
  };
}
