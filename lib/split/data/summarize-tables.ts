import { mayBeTableMark, tableStyleAt } from '#lib/core/algorithms/table/table-marks.ts';
import type { Program } from '../command-line.ts';
import { ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { isSchema } from './describe-schema.ts';
import { describeTable } from './describe-table.ts';
import { createQueryPlan } from './query-plan.ts';
import { createRecordLines } from './record-lines.ts';
import { createResultTables } from './result-tables.ts';
import { hasSpacedHeader } from './spaced-columns.ts';
import { planSection } from './summarize-query-plan.ts';

/** Tables printed by psql, mysql, sqlite3, docker and kubectl, with their other messages. */
export const summarizeTables: Summarizer = {
  kind: 'table',
  covers: 'part',
  recognise(evidence) {
    if (evidence.type === 'file' || evidence.type === 'markdown' || evidence.type === 'html') return null;
    if (isSpaced(evidence)) return 'named';
    const isDatabase = evidence.programs.some(({ name }) => databases.test(name));
    const hasTable =
      hasTableMark(evidence.head) ||
      hasSpacedHeader(evidence.head) ||
      (isDatabase && (hasTableMark(evidence.tail) || isFailedInsert.test(evidence.head)));
    if (!hasTable && !hasRecords(evidence)) return null;
    return isDatabase ? 'named' : 'marked';
  },
  read(evidence) {
    const reading = initialReading(evidence);
    return {
      line: (text, number) => readLine(reading, text, number),
      finish: () => finishReading(reading),
    };
  },
};

function initialReading(evidence: Evidence) {
  const areSamples = evidence.programs.some(({ name }) => samplers.test(name));
  return {
    areSamples,
    tables: createResultTables(isSpaced(evidence) || hasSpacedHeader(evidence.head), areSamples),
    plan: evidence.head.includes('QUERY PLAN') ? createQueryPlan() : null,
    records: hasRecords(evidence) ? createRecordLines() : null,
    errors: [] as { text: string; line: number; count: number }[],
    others: [] as { text: string; line: number }[],
    rollbacks: [] as { text: string; line: number }[],
    isEchoed: evidence.programs.some(echoes),
    errorCount: 0,
    rollbackCount: 0,
    unreadLines: 0,
    statementCount: 0,
  };
}
type Reading = ReturnType<typeof initialReading>;

function readLine(reading: Reading, text: string, number: number) {
  const isPlan = reading.plan?.line(text, number) ?? false;
  if (text === '') {
    reading.tables.line(text, number);
    reading.records?.line(text, number);
    return;
  }
  if (mayBeError(text) && isError.test(text)) {
    reading.errorCount += 1;
    const known = reading.errors.find((error) => messageOf(error.text) === messageOf(text));
    if (known) known.count += 1;
    else if (reading.errors.length < 10) reading.errors.push({ text, line: number, count: 1 });
  } else if (reading.errors.length > 0 && isAboutError.test(text)) {
    if (reading.errors.length < 10) reading.errors.push({ text, line: number, count: 1 });
  } else if (reading.records?.line(text, number)) return;
  else if (!reading.tables.line(text, number) && !isPlan) {
    // The statements of the script itself are between its results.
    if (!reading.isEchoed && !isTiming.test(text)) reading.unreadLines += 1;
    if (text === 'ROLLBACK') {
      reading.rollbackCount += 1;
      if (reading.rollbacks.length < maxRollbacks) reading.rollbacks.push({ text, line: number });
    }
    // Of a statement that is printed with its answer, the answer counts.
    if (isStatement.test(text) && !(reading.isEchoed && text.endsWith(';'))) {
      reading.statementCount += 1;
      // Keeps the first and the last statements: whether it ended with a COMMIT matters.
      if (reading.others.length >= maxStatements) reading.others.splice(maxStatements / 2, 1);
      reading.others.push({ text, line: number });
    }
  }
}

function finishReading(reading: Reading): Summary | null {
  const record = reading.records?.finish() ?? null;
  const found = record ? [record] : reading.tables.tables;
  const rowCount = record ? record.rowCount : reading.tables.rowCount;
  // Averages below samples are no samples.
  const countedCount =
    reading.areSamples && found.length === reading.tables.tableCount
      ? found.reduce((sum, table) => sum + table.countedRows, 0)
      : rowCount;
  if (found.length === 0 || (rowCount === 0 && reading.errorCount === 0)) return null;
  const tableCount = record ? 1 : reading.tables.tableCount;
  return {
    kind: 'table',
    verdict: [
      ...(reading.errorCount > 0 ? [plural(reading.errorCount, 'error')] : []),
      ...(tableCount > 1 ? [plural(tableCount, 'table')] : []),
      plural(countedCount, found.every(isSchema) ? 'column' : 'row'),
    ],
    statesSize: true,
    sections: [
      lineSection(
        reading.errors.map(({ text, line, count }) => ({
          text,
          line,
          note: count > 1 ? ` (one of ${figure(count)} alike)` : '',
        })),
        ranks.cause,
        reading.errors.length,
        null,
      ),
      ...(reading.plan ? [planSection(reading.plan.finish())] : []),
      ...found.flatMap((table, index) =>
        describeTable(table, index, { isOneOfMany: tableCount > 1, areSamples: reading.areSamples }),
      ),
      lineSection(
        reading.rollbacks.map(({ text, line }) => ({ text, line, note: ` (line ${line})` })),
        ranks.spread,
        reading.rollbackCount,
        'rollback',
      ),
      lineSection(reading.others, ranks.lead + 1, reading.statementCount, 'statement'),
    ],
    unreadLines: reading.unreadLines,
    explainsFailure: reading.errorCount > 0,
  };
}

const databases =
  /^(?:psql|mysql|mariadb|sqlite3?|duckdb|cockroach|clickhouse(?:-client)?|sqlcmd|docker|podman|kubectl|oc|helm)$/;
/** Programs whose column names may be separated by a single blank, and whose cells may be empty. */
const spacedPrograms =
  /^(?:ps|top|df|lsof|ss|netstat|sar|vmstat|iostat|mpstat|pidstat|slabtop|w|who|squeue|sinfo|sacct|qstat|free|lsblk|swapon|route|arp)$/;
const isSpaced = ({ type, programs }: Evidence): boolean =>
  (type === 'terminal' || type === 'text') &&
  programs.some(({ name }) => spacedPrograms.test(name)) &&
  programs.every(({ name }) => spacedPrograms.test(name) || passing.test(name));
/** Programs that print the same table again and again. */
const samplers = /^(?:sar|vmstat|iostat|mpstat|pidstat|slabtop|free)$/;
const passing = /^(?:head|tail|sort|grep|egrep|awk|less|cat|watch|sudo|cd|column)$/;
const linesLooked = 200;
const maxStatements = 6;
const maxRollbacks = 3;
const isTiming = /^(?:Timing is on\.|Time: [\d.]{1,20} ms\b.*)$/;
/** psql that prints its script, too. */
const echoes = ({ name, args }: Program): boolean =>
  name === 'psql' &&
  args.some((word) => /^-[a-zA-Z]*[aeb][a-zA-Z]*$|^--echo-(?:all|queries|errors)$/.test(word));
const isError =
  /^(?:psql:.{1,200}: )?(?:ERROR|FATAL)(?: \d{1,6} \(\w{1,9}\)[^:]{0,60})?:|^(?:Parse error|Error|Runtime error)(?:: | near line)|^ERROR \d|^\S{1,200}:\d+: (?:INSERT failed|expected \d+ columns)/;
const isFailedInsert = /^\S{1,200}:\d+: (?:INSERT failed|expected \d+ columns)/m;
const mayBeError = (text: string): boolean =>
  'EFPRp'.includes(text.charAt(0)) || text.includes(' INSERT failed: ') || text.includes(': expected ');
/** The message without where it is about. */
const messageOf = (text: string): string => text.replace(/^\S{1,200}:\d+: /, '');
/** Lines that psql prints after an error. */
const isAboutError = /^(?:LINE \d{1,9}|HINT|DETAIL|CONTEXT):/;
const isStatement =
  /^\s+\d+ function calls .{0,80} in [\d.]+ seconds$|^(?:INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|SELECT|COPY|BEGIN|COMMIT|ROLLBACK|Query OK)/;

function hasTableMark(head: string): boolean {
  let beforeStart = 0;
  let header = '';
  let rows = 0;
  for (let offset = 0, start = 0; offset < linesLooked && start < head.length; offset += 1) {
    const found = head.indexOf('\n', start);
    const end = found === -1 ? head.length : found;
    const mayBeMark = mayBeTableMark(head.charCodeAt(start));
    // Most lines are neither, so they are not even extracted.
    if (mayBeMark || header !== '') {
      const line = head.slice(start, end);
      const style = mayBeMark ? tableStyleAt(line, head.slice(beforeStart, Math.max(0, start - 1))) : null;
      if (style !== null && style !== 'columns') return true;
      // Words in capitals count as a header only above lines aligned to its columns.
      if (header !== '') {
        rows = line.includes('  ') ? rows + 1 : 0;
        if (rows >= 3) return true;
      }
      if (style === 'columns') header = line;
      else if (line.trim() === '') header = '';
    }
    beforeStart = start;
    start = end + 1;
  }
  return false;
}

const firstRecord = /^(?:-\[ RECORD 1 \]|\*{3,100} 1\. row \*)/m;
const hasRecords = ({ head, programs }: Evidence): boolean =>
  ((head.includes('-[ RECORD 1 ]') || head.includes(' 1. row *')) && firstRecord.test(head)) ||
  (programs.some(({ name }) => databases.test(name)) && /^ {0,60}\w{1,80} = /m.test(head));

function lineSection(
  lines: readonly { text: string; line: number; note?: string }[],
  rank: number,
  total: number,
  noun: string | null,
): Section {
  const facts = lines.map(({ text, line, note = '' }, index) => ({
    rank: rank + index,
    line,
    text: `${quote(text)}${note}`,
    quotes: [quote(text)],
  }));
  return { heading: null, noun, total, layout: 'lines', facts };
}
