import { copyString } from '../copy-string.ts';
import { totalityOf } from '../general/totality.ts';
import { createLineShapes, type LineShapes, type RepeatedShape } from '../line-shapes.ts';
import { createTally, type Tally } from '../tally.ts';
import { createEntryFields, type EntryFields } from './entry-fields.ts';
import type { LogEntry, LogFormat } from './log-entry.ts';
import { logSeverityOf, type Severity } from './log-level.ts';
import { patternOf, quotedValueOf } from './message-pattern.ts';
import { timeRangeOf, widen } from './time-range.ts';
import { createTraceReading, type Traces } from './traces/read-traces.ts';

/** Messages that differ only in numbers and quoted text. */
export interface MessageGroup {
  shape: RepeatedShape;
  /** The first quoted text of each message; bounded, so some may be missing. */
  values: ReadonlySet<string>;
  /** Some of its messages are not the same as the first. */
  isVaried: boolean;
  level: string | null;
  severity: Severity;
  firstTime: string | null;
  lastTime: string | null;
  /** The detail of the first message. */
  detail: string | null;
}

export interface NumberedEntry extends LogEntry {
  line: number;
}

export interface Entries {
  isLiteral: boolean;
  /** Keys of a JSON log in order of appearance. */
  keys: readonly string[];
  fields: EntryFields;
  count: number;
  firstTime: string | null;
  lastTime: string | null;
  levels: Tally;
  sources: Tally;
  /** The first words of the messages in a log without levels. */
  actions: Tally;
  /** Warnings and worse, in order of appearance. */
  problems: readonly MessageGroup[];
  shapes: LineShapes;
  /** The first entry of each level. */
  firstOf: ReadonlyMap<string, NumberedEntry>;
  last: NumberedEntry | null;
  traces: Traces;
  /** The last entry near the end that states totals; `null`: there is none. */
  total: NumberedEntry | null;
  /** Lines that belong neither to an entry nor to a trace. */
  otherLines: number;
}

const messageCharacters = 400;
/** A summary is looked for among this many last entries. */
const maxEndings = 12;
const maxProblems = 1_000;
const maxValues = 100;
/** Almost no message contains any of these, so the full check is rare. */
const mayLookBad =
  /err|fail|except|fatal|panic|denied|refused|timed|timeout|unable|not|segf|kill|memory|corrupt|unreach|status=[1-9]|exited/i;
/** In a log without levels, a message with one of these words counts as a problem. */
const looksBad =
  /(?<![-./\w])(?:error|errors|fail|failed|failure|failures|exception|fatal|panic|denied|refused|timed out|timeout|unable to|cannot|could not|segfault|killed|out of memory|corrupt|unreachable|exited with (?:code|status) [1-9]\d*|exited, status=[1-9]\d*\/\w+)(?![-.\w])/i;

export function createEntryReading(format: LogFormat) {
  const traces = createTraceReading();
  const fields = createEntryFields();
  const endings: { entry: LogEntry; line: number; text: string }[] = [];
  const [levels, sources, actions] = [createTally(60), createTally(2_000), createTally(2_000)];
  const [shapes, badShapes] = [createLineShapes(), createLineShapes()];
  const severityOfLevel = createSeverities();
  const problems = new Map<RepeatedShape, MessageGroup & { values: Set<string> }>();
  const firstOf = new Map<string, NumberedEntry>();
  let lastEntry: LogEntry | null = null;
  let lastLine = 0;
  let [count, otherLines] = [0, 0];
  const times = timeRangeOf(null);

  const take = (entry: LogEntry, line: number, text: string) => {
    count += 1;
    lastEntry = entry;
    lastLine = line;
    endings.push({ entry, line, text });
    if (endings.length > maxEndings) endings.shift();
    const { time, level, source } = entry;
    widen(times, time);
    if (source !== null) sources.add(source);
    if (level === null) takeUnlevelled(entry, line);
    else takeLevelled(entry, level, line);
  };
  const takeLevelled = (entry: LogEntry, level: string, line: number) => {
    levels.add(level);
    if (!firstOf.has(level) && firstOf.size < 60) firstOf.set(level, retainEntry(entry, line));
    const severity = severityOfLevel(level);
    const isProblem = severity >= 3 || entry.hasError === true;
    const shape = isProblem
      ? badShapes.add(`${level} ${patternOf(entry.message)}`, line)
      : shapes.add(entry.message, line);
    if (shape.count === 1) shape.text = hold(entry.message);
    if (isProblem) takeProblem(shape, entry, severity >= 3 ? severity : 3);
  };
  /** Only the first message of a shape is checked, since the others differ in numbers. */
  const takeUnlevelled = (entry: LogEntry, line: number) => {
    const { message } = entry;
    actions.add(firstWord(message));
    const shape = shapes.add(message, line);
    if (shape.count === 1) shape.text = hold(message);
    if (shape.count === 1 ? isBad(shape.text) : problems.has(shape)) takeProblem(shape, entry, 4);
  };
  const takeProblem = (
    shape: RepeatedShape,
    { time, level, message, detail }: LogEntry,
    severity: Severity,
  ) => {
    const value = quotedValueOf(message);
    const known = problems.get(shape);
    if (known) {
      widen(known, time);
      known.isVaried ||= message.slice(0, messageCharacters) !== shape.text;
      if (value !== null && known.values.size < maxValues) known.values.add(copyString(value));
    } else if (problems.size < maxProblems) {
      const values = new Set(value === null ? [] : [copyString(value)]);
      problems.set(shape, {
        shape,
        values,
        isVaried: false,
        level,
        severity,
        ...timeRangeOf(time),
        detail: detail ?? null,
      });
    }
  };
  /** Adds the fields that no other entry has to one that ends the log. */
  const withOwnFields = ({ entry, line, text }: (typeof endings)[number]): NumberedEntry => {
    const own = format.isLiteral ? [] : (format.fieldsOf?.(text) ?? []);
    const parts = fields.rareOf(own, count).map(([name, value]) => ` ${name}=${value}`);
    return retainEntry({ ...entry, message: entry.message + parts.join('') }, line);
  };
  const totalOf = (): NumberedEntry | null =>
    endings.map(withOwnFields).findLast(({ message }) => countsResults(message)) ?? null;
  return {
    line(text: string, line: number): void {
      const entry = format.parse(text);
      if (entry) {
        take(entry, line, text);
        if (format.fieldsOf) fields.add(format.fieldsOf(text), line);
        // An entry may be the head of a trace, or a line of a trace that was logged line by line.
        if (entry.level === null || severityOfLevel(entry.level) >= 3) traces.line(entry.message, line);
        return;
      }
      if (text.trim() === '') return;
      // An indented line belongs to the entry above it.
      if (!traces.line(text, line) && !isSetIn(text)) otherLines += 1;
    },
    finish: (): Entries => ({
      isLiteral: format.isLiteral,
      keys: format.keys ?? [],
      fields,
      count,
      ...times,
      levels,
      sources,
      actions,
      problems: [...problems.values()],
      shapes,
      firstOf,
      last: lastEntry && retainEntry(lastEntry, lastLine),
      traces: traces.finish(),
      total: totalOf(),
      otherLines,
    }),
  };
}

/** Two counts, or one count after a word such as "total". */
const countsResults = (message: string): boolean => totalityOf(message) >= 1.8;

const isSetIn = (text: string): boolean => text.charCodeAt(0) === 32 || text.charCodeAt(0) === 9;

const isBad = (message: string): boolean => mayLookBad.test(message) && looksBad.test(message);

const hold = (message: string): string => copyString(message.slice(0, messageCharacters));

const retainEntry = (entry: LogEntry, line: number): NumberedEntry => ({
  ...entry,
  message: hold(entry.message),
  line,
});

function firstWord(text: string): string {
  const end = text.indexOf(' ');
  return text.slice(0, end === -1 ? 40 : Math.min(end, 40));
}

/** Caches severities, since a log has few distinct levels. */
function createSeverities(): (level: string) => Severity {
  const known = new Map<string, Severity>();
  return (level) => {
    const before = known.get(level);
    if (before !== undefined) return before;
    const severity = logSeverityOf(level) ?? 2;
    if (known.size < 100) known.set(level, severity);
    return severity;
  };
}
