import { delimitedFormOf } from '#lib/core/algorithms/table/delimited-form.ts';
import { createDelimitedRows } from '#lib/core/algorithms/table/delimited-rows.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Ending, Evidence, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { describeTable } from './describe-table.ts';
import { createTable, type Table } from './table.ts';

/** Values separated by commas, tabs, semicolons or bars; delimiter and header are detected. */
export const summarizeCsv: Summarizer = {
  kind: 'csv',
  covers: 'all',
  recognise(evidence) {
    const isNamed = isNamedTable(evidence);
    if (!isNamed && evidence.type === 'file' && evidence.language !== null) return null;
    if (!delimitedFormOf(evidence.head, isNamed)) return null;
    return isNamed ? 'named' : 'marked';
  },
  read(evidence) {
    const reading = initialReading(evidence);
    return {
      line: (text, number) => readLine(reading, text, number),
      finish: (ending) => finishReading(reading, ending),
    };
  },
};

function initialReading(evidence: Evidence) {
  const form = delimitedFormOf(evidence.head, isNamedTable(evidence));
  return {
    evidence,
    form,
    rows: createDelimitedRows(form?.delimiter ?? ','),
    earlier: [] as Table[],
    table: null as Table | null,
    header: '',
    headerCount: 1,
    messages: [] as { text: string; line: number }[],
    messageCount: 0,
  };
}
type Reading = ReturnType<typeof initialReading>;

function readLine(reading: Reading, text: string, number: number) {
  // psql prints the row count below its output.
  if (text === '' || (text.charCodeAt(0) === 40 && /^\(\d{1,15} rows?\)$/.test(text))) return;
  if (reading.table !== null && reading.table.columns.length > 1 && isMessage.test(text)) {
    reading.messageCount += 1;
    if (reading.messages.length < maxMessages) reading.messages.push({ text: quote(text), line: number });
    return;
  }
  const row = reading.rows.push(
    number === reading.evidence.firstLine ? text.replace(/^\ufeff/, '') : text,
    number,
  );
  if (!row) return;
  if (reading.table === null) {
    // A range that begins further down in the file has no header.
    const isFromTop = reading.evidence.firstLine === 1 || reading.evidence.type !== 'file';
    const hasHeader = reading.form?.hasHeader === true && isFromTop;
    reading.table = createTable(hasHeader ? row.cells : row.cells.map((_, index) => `column ${index + 1}`));
    if (hasHeader) {
      reading.header = row.cells.join('\n');
      return;
    }
  } else if (reading.header !== '' && row.cells.length > 1 && row.cells.join('\n') === reading.header) {
    // Files printed one after another.
    reading.headerCount += 1;
    return;
  } else if (
    reading.header !== '' &&
    reading.earlier.length < maxTables &&
    namesOthers(row.cells, reading.table)
  ) {
    reading.earlier.push(reading.table);
    reading.table = createTable(row.cells);
    reading.header = row.cells.join('\n');
    return;
  }
  reading.table.add(row.cells, row.line);
}

function finishReading(reading: Reading, { byteLength }: Ending): Summary | null {
  if (reading.table === null) return null;
  const tables = [...reading.earlier, reading.table];
  const isOneOfMany = tables.length > 1;
  return {
    kind: reading.form?.delimiter === '\t' ? 'tsv' : 'csv',
    verdict: [
      ...(isOneOfMany ? [plural(tables.length, 'table')] : []),
      plural(
        tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
        'row',
      ),
      ...(isOneOfMany ? [] : [plural(reading.table.columns.length, 'column')]),
      ...(reading.headerCount > 1 ? [`the same header ${reading.headerCount} times`] : []),
      formatBytes(byteLength),
    ],
    statesSize: true,
    sections: [
      messageSection(reading.messages, reading.messageCount),
      ...tables.flatMap((each, index) => describeTable(each, index, { isOneOfMany })),
    ],
    explainsFailure: reading.messageCount > 0,
  };
}

function messageSection(messages: readonly { text: string; line: number }[], total: number): Section {
  const facts = messages.map(({ text, line }, index) => ({
    rank: ranks.cause + index,
    line,
    text: `${line}: ${text}`,
    quotes: [text],
    isProblem: true,
  }));
  return { heading: null, noun: 'message', total, layout: 'lines', facts };
}

const maxMessages = 10;
const maxTables = 8;
const minRows = 3;
/** `cust_id`, and of a database `sum(amt)`, `count(*)`. */
const columnName = /^[\p{L}_][\p{L}\p{N}_ .-]{0,60}(?:\([\p{L}\p{N}_ .*-]{1,60}\))?$/u;
/** A message that a program wrote between the rows. */
const isMessage = /^(?:error|fatal|warning|warn|runtime error|parse error)\b[^,;|\t]*: ./i;

/**
 * Whether a row names other columns, as where files are printed one after another. `h7,timeout` below `h6,3` is
 * another host that was not measured.
 */
function namesOthers(cells: readonly string[], { columns, rowCount, last }: Table): boolean {
  if (rowCount === 0 || cells.length < 2 || new Set(cells).size < cells.length) return false;
  if (!cells.every((cell) => columnName.test(cell))) return false;
  const measured = columns.filter(({ numbers, filled }) => filled === rowCount && numbers === filled).length;
  if (measured === 0) return false;
  // One result of a query may be a single row.
  if (rowCount < minRows) return measured > 1 && measured === columns.length;
  const isAsBefore = cells.length === columns.length;
  return measured > 1 || !isAsBefore || !cells.some((cell, at) => formOf(cell) === formOf(last?.cells[at]));
}

/** `a0` of `h6` and `host12`. */
const formOf = (cell = ''): string => cell.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '0');

const isNamedTable = ({ type, title }: Evidence): boolean =>
  type === 'table' || /\.(?:csv|tsv|tab|psv)(?::\d{0,9}(?:-\d{0,9})?)?$/i.test(title);
