import { delimitedFormOf } from '#lib/core/algorithms/table/delimited-form.ts';
import { tableStyleAt } from '#lib/core/algorithms/table/table-marks.ts';
import { limits } from '#lib/core/limits.ts';
import type { DataTables } from './data-table.ts';
import { readDelimited } from './read-delimited.ts';
import { readDrawn } from './read-drawn.ts';
import { hasRecords, readRecords } from './read-records.ts';

/** Enough of a text to recognise how its table is written. */
const headCharacters = 64 * 1024;
const headLines = 200;

interface TableText {
  text: string;
  /** Displayed number of its first line. */
  firstLine: number;
  /** The text is declared to be a table; otherwise it needs more evidence. */
  isNamed: boolean;
}

/** Reads the tables of a text: delimited values, drawn tables, or records with one column per line. */
export function* readTables(
  { text, firstLine, isNamed }: TableText,
  maxRows: number = limits.tableRows,
): Generator<void, DataTables> {
  const head = text.slice(0, headCharacters).replace(/^\ufeff/, '');
  const options = { firstLine, maxRows: maxRows };
  if (isDrawn(head)) {
    const drawn = yield* readDrawn(text, options);
    if (drawn.tables.length > 0) return drawn;
  }
  if (hasRecords(head)) {
    const records = yield* readRecords(text, options);
    if (records.tables.length > 0) return records;
  }
  const form = delimitedFormOf(head, isNamed) ?? (isNamed ? oneColumn : null);
  return form ? yield* readDelimited(text, form, options) : { tables: [], isCut: false };
}

/** The form of a table whose only column leaves no delimiter to detect. */
const oneColumn = { delimiter: ',', columnCount: 1, hasHeader: true } as const;

function isDrawn(head: string): boolean {
  let before = '';
  for (const line of head.split('\n', headLines)) {
    if (tableStyleAt(line.replace(/\r$/, ''), before) !== null) return true;
    before = line;
  }
  return false;
}
