import { delimitedFormOf } from '#lib/core/algorithms/table/delimited-form.ts';
import { createDelimitedRows } from '#lib/core/algorithms/table/delimited-rows.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
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
    const form = delimitedFormOf(evidence.head, isNamedTable(evidence));
    const rows = createDelimitedRows(form?.delimiter ?? ',');
    const earlier: Table[] = [];
    let table: Table | null = null;
    let header = '';
    let headerCount = 1;
    const messages: { text: string; line: number }[] = [];
    let messageCount = 0;
    return {
      line(text, number) {
        // psql prints the row count below its output.
        if (text === '' || (text.charCodeAt(0) === 40 && /^\(\d{1,15} rows?\)$/.test(text))) return;
        if (table !== null && table.columns.length > 1 && isMessage.test(text)) {
          messageCount += 1;
          if (messages.length < maxMessages) messages.push({ text: quote(text), line: number });
          return;
        }
        const row = rows.push(number === evidence.firstLine ? text.replace(/^\ufeff/, '') : text, number);
        if (!row) return;
        if (table === null) {
          // A range that begins further down in the file has no header.
          const isFromTop = evidence.firstLine === 1 || evidence.type !== 'file';
          const hasHeader = form?.hasHeader === true && isFromTop;
          table = createTable(hasHeader ? row.cells : row.cells.map((_, index) => `column ${index + 1}`));
          if (hasHeader) {
            header = row.cells.join('\n');
            return;
          }
        } else if (header !== '' && row.cells.length > 1 && row.cells.join('\n') === header) {
          // Files printed one after another.
          headerCount += 1;
          return;
        } else if (header !== '' && earlier.length < maxTables && namesOthers(row.cells, table)) {
          earlier.push(table);
          table = createTable(row.cells);
          header = row.cells.join('\n');
          return;
        }
        table.add(row.cells, row.line);
      },
      finish({ byteLength }) {
        if (table === null) return null;
        const tables = [...earlier, table];
        const isOneOfMany = tables.length > 1;
        return {
          kind: form?.delimiter === '\t' ? 'tsv' : 'csv',
          verdict: [
            ...(isOneOfMany ? [plural(tables.length, 'table')] : []),
            plural(
              tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
              'row',
            ),
            ...(isOneOfMany ? [] : [plural(table.columns.length, 'column')]),
            ...(headerCount > 1 ? [`the same header ${headerCount} times`] : []),
            formatBytes(byteLength),
          ],
          statesSize: true,
          sections: [
            messageSection(messages, messageCount),
            ...tables.flatMap((each, index) => describeTable(each, index, { isOneOfMany })),
          ],
          explainsFailure: messageCount > 0,
        };
      },
    };
  },
};

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
