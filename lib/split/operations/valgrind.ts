import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { hasMark, mark } from '../marks.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';

const prefixed = /^==\d+== ?(.*)$/;
const leak =
  /^([\d,]+) (?:\([^)]*\) )?bytes in ([\d,]+) blocks? are (definitely|possibly) lost in loss record/;
const frame = /^\s+(?:at|by) 0x[0-9A-F]+: (.+?) \(([^)]+)\)$/;
const contexts = /^(\d+) errors? in context \d+ of \d+:$/;
const total = /^ERROR SUMMARY: ([\d,]+ errors? from [\d,]+ contexts?)/;
const lost = /^\s+(definitely lost|possibly lost): ([1-9][\d,]* bytes in [\d,]+ blocks?)$/;
const ending = /^Process terminating /;
const isNoError =
  /in loss record|^Open (?:file descriptor|AF_)|^Thread #\d+ was created|^This conflicts with |^-{5}/;
const maxLeaksShown = 3;
const maxReports = 200;

/** An error or leak, with the first frame in the program's own code. */
interface Report {
  text: string;
  /** For errors their number of occurrences, for leaks the bytes. */
  weight: number;
  at: string | null;
  line: number;
}

/**
 * Memcheck: its final counts, each kind of error by its location in the program's own code, and the largest
 * leaks.
 */
export const valgrind: Summarizer = {
  kind: 'valgrind',
  covers: 'part',
  recognise(evidence) {
    if (evidence.programs.some(({ name }) => name === 'valgrind')) return 'named';
    return hasMark(evidence, [mark(/^==\d+== (?:Memcheck|HEAP SUMMARY|ERROR SUMMARY)/m, '== ')])
      ? 'marked'
      : null;
  },
  read: readMemcheck,
};

function readMemcheck(): Reader {
  const reading = initialReading();
  return {
    line(text, number) {
      const [, message] = prefixed.exec(text) ?? [];
      if (message !== undefined) read(reading, message, number);
    },
    finish: () => finishReading(reading),
  };
}

const initialReading = () => ({
  errors: [] as Report[],
  leaks: [] as Report[],
  /** Errors in order of appearance; the list at the end repeats them with counts. */
  reported: [] as Report[],
  ends: [] as Report[],
  losses: [] as string[],
  sum: null as string | null,
  /** A line that is a report if frames follow it. */
  heading: null as { text: string; line: number } | null,
  open: null as Report | null,
  times: 0,
});
type Reading = ReturnType<typeof initialReading>;

function read(reading: Reading, text: string, line: number) {
  // Helgrind prints it between an error and its frames.
  if (text.startsWith('Locks held: ')) return;
  const [, fn, location = ''] = frame.exec(text) ?? [];
  if (fn !== undefined) {
    if (reading.heading)
      reading.open = hold(reading.reported, {
        text: copyString(reading.heading.text),
        weight: 1,
        at: null,
        line: reading.heading.line,
      });
    reading.heading = null;
    // A frame in valgrind's allocator or in a library has no line number.
    if (reading.open && reading.open.at === null && /:\d+$/.test(location) && !isOfLibrary(fn, location))
      reading.open.at = copyString(`${fn} (${location})`);
    return;
  }
  const [, bytes, , kind] = leak.exec(text) ?? [];
  const counted = contexts.exec(text)?.[1];
  reading.sum = total.exec(text)?.[1] ?? reading.sum;
  const [, lostKind, amount] = lost.exec(text) ?? [];
  if (lostKind !== undefined) reading.losses.push(`${lostKind} ${amount}`);
  reading.heading = null;
  if (counted !== undefined) reading.times = Number(counted);
  else if (bytes !== undefined) {
    const leaked = {
      text: `${bytes} bytes ${kind} lost`,
      weight: Number(bytes.replaceAll(',', '')),
      at: null,
      line,
    };
    // The list at the end repeats the leaks.
    reading.open = reading.times > 0 ? null : hold(reading.leaks, leaked);
    reading.times = 0;
  } else if (reading.times > 0 && text.trim() !== '' && !/^\s/.test(text)) {
    reading.open = hold(reading.errors, { text: copyString(text), weight: reading.times, at: null, line });
    reading.times = 0;
  } else if (!/^\s/.test(text)) {
    reading.open = null;
    if (text !== '' && !isNoError.test(text)) reading.heading = { text, line };
    if (ending.test(text)) {
      reading.open = hold(reading.ends, { text: copyString(text), weight: 1, at: null, line });
      reading.heading = null;
    }
  } else if (/ (?:alloc|free|creat)/.test(text)) reading.open = null;
}

function finishReading(reading: Reading): Summary | null {
  if (reading.sum === null && reading.reported.length === 0) return null;
  // Without the list at the end, each error appears once however often it happened.
  const isCounted = reading.errors.length > 0;
  const found = merged(isCounted ? reading.errors : reading.reported);
  const byWeight = (a: Report, b: Report) => b.weight - a.weight || a.line - b.line;
  return {
    kind: 'valgrind',
    verdict: [...(reading.sum === null ? ['no summary'] : [reading.sum]), ...reading.losses],
    statesSize: true,
    explainsFailure: reading.ends.length + found.length + reading.leaks.length > 0,
    sections: [
      reportSection(reading.ends, ranks.cause - 1, 'end', () => ''),
      reportSection(isCounted ? found.toSorted(byWeight) : found, ranks.cause, 'error', ({ weight }) =>
        isCounted && weight > 1 ? ` (×${figure(weight)})` : '',
      ),
      reportSection(
        reading.leaks.toSorted(byWeight).slice(0, maxLeaksShown),
        ranks.failure,
        'leak',
        () => '',
      ),
    ],
  };
}

/** `strdup (strdup.c:42)`: a function of the C library is in a file of its name. */
const isOfLibrary = (fn: string, location: string): boolean =>
  fn.startsWith('_') || location.startsWith(`${fn}.`) || /\.S:\d+$/.test(location);

function hold(list: Report[], report: Report): Report {
  if (list.length < maxReports) list.push(report);
  return report;
}

/** Merges reports of the same error at the same location, whatever the call path. */
function merged(reports: readonly Report[]): Report[] {
  const known = new Map<string, Report>();
  for (const report of reports) {
    const key = `${report.text} ${report.at}`;
    const first = known.get(key);
    if (first) first.weight += report.weight;
    else known.set(key, { ...report });
  }
  return [...known.values()];
}

function reportSection(
  reports: readonly Report[],
  rank: number,
  noun: string,
  note: (report: Report) => string,
): Section {
  const facts = reports.map(
    (report, index): Fact => ({
      rank: rank + index / 10,
      line: report.line,
      text: `${quote(report.text, 100)}${report.at === null ? '' : ` at ${quote(report.at, 80)}`}${note(report)}`,
      isProblem: true,
    }),
  );
  return { heading: null, noun, total: facts.length, layout: 'lines', facts };
}
