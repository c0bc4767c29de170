import { createTable, type Table } from './table.ts';
import { cellsAt, cellsByGaps, framedCells, headerStarts, ruledCells, ruleStarts } from './table-cells.ts';
import { isFrame, rowCountAt, tableStyleAt } from './table-marks.ts';

export interface ResultTables {
  /** @returns whether the line is of a table */
  line(text: string, number: number): boolean;
  /** The first ones. */
  readonly tables: readonly Table[];
  readonly tableCount: number;
  readonly rowCount: number;
}

const tablesHeld = 4;
/** More are no tables. */
const mostTables = 1_000;

/** Reads tables as programs draw them for people: framed, ruled, aligned by blanks; one after another. */
export function createResultTables(): ResultTables {
  const tables: Table[] = [];
  let tableCount = 0;
  let rowCount = 0;
  let before = '';
  let table: Table | null = null;
  let cells: ((line: string) => string[]) | null = null;
  let isFramed = false;
  /** A framed table begins with a frame, then names, then a frame again. */
  let waitsForNames = false;

  const begin = (header: readonly string[], read: (line: string) => string[]) => {
    tableCount += 1;
    table = createTable(header);
    if (tables.length < tablesHeld) tables.push(table);
    cells = read;
  };
  const end = () => {
    table = null;
    cells = null;
    isFramed = false;
    waitsForNames = false;
  };
  const takeFramed = (text: string, number: number): boolean => {
    if (isFrame(text)) return true;
    if (!/^[|│]/.test(text)) {
      end();
      return false;
    }
    if (waitsForNames) {
      begin(framedCells(text), framedCells);
      isFramed = true;
      waitsForNames = false;
    } else {
      table?.add(framedCells(text), number);
      rowCount += 1;
    }
    return true;
  };
  const startAt = (text: string): boolean => {
    if (tableCount >= mostTables) return false;
    const style = tableStyleAt(text, before);
    if (style === null) return false;
    if (style === 'framed') {
      // Markdown has its names above the only rule.
      if (/^\|/.test(text) && /^\|/.test(before)) begin(framedCells(before), framedCells);
      else waitsForNames = true;
      isFramed = true;
    } else if (style === 'ruled') begin(ruledCells(before), ruledCells);
    else {
      const isDashed = style === 'dashed';
      const starts = isDashed ? ruleStarts(text) : headerStarts(text);
      const cells = isDashed ? cellsAt : cellsByGaps;
      begin(cellsAt(isDashed ? before : text, starts), (line) => cells(line, starts));
    }
    return true;
  };
  return {
    line(text, number) {
      if (isFramed) {
        const isTaken = takeFramed(text, number);
        before = text;
        return isTaken;
      }
      if (
        cells &&
        table &&
        text.trim() !== '' &&
        rowCountAt(text) === null &&
        tableStyleAt(text, '') === null
      ) {
        table.add(cells(text), number);
        rowCount += 1;
        return true;
      }
      if (cells) end();
      const isStart = startAt(text);
      before = text;
      return isStart;
    },
    tables,
    get tableCount() {
      return tableCount;
    },
    get rowCount() {
      return rowCount;
    },
  };
}
