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

/** What was read of a log so far. */
interface LogState {
  readonly format: LogFormat;
  readonly traces: ReturnType<typeof createTraceReading>;
  readonly fields: ReturnType<typeof createEntryFields>;
  readonly endings: { entry: LogEntry; line: number; text: string }[];
  readonly levels: ReturnType<typeof createTally>;
  readonly sources: ReturnType<typeof createTally>;
  readonly actions: ReturnType<typeof createTally>;
  readonly shapes: ReturnType<typeof createLineShapes>;
  readonly badShapes: ReturnType<typeof createLineShapes>;
  readonly severityOfLevel: ReturnType<typeof createSeverities>;
  readonly problems: Map<RepeatedShape, MessageGroup & { values: Set<string> }>;
  readonly firstOf: Map<string, NumberedEntry>;
  lastEntry: LogEntry | null;
  lastLine: number;
  count: number;
  otherLines: number;
  readonly times: ReturnType<typeof timeRangeOf>;
}

export function createEntryReading(format: LogFormat) {
  const log: LogState = {
    format,
    traces: createTraceReading(),
    fields: createEntryFields(),
    endings: [],
    levels: createTally(60),
    sources: createTally(2_000),
    actions: createTally(2_000),
    shapes: createLineShapes(),
    badShapes: createLineShapes(),
    severityOfLevel: createSeverities(),
    problems: new Map<RepeatedShape, MessageGroup & { values: Set<string> }>(),
    firstOf: new Map<string, NumberedEntry>(),
    lastEntry: null,
    lastLine: 0,
    count: 0,
    otherLines: 0,
    times: timeRangeOf(null),
  };
  return {
    line(text: string, line: number): void {
      const entry = log.format.parse(text);
      if (entry) {
        take(log, entry, line, text);
        if (log.format.fieldsOf) log.fields.add(log.format.fieldsOf(text), line);
        // An entry may be the head of a trace, or a line of a trace that was logged line by line.
        if (entry.level === null || log.severityOfLevel(entry.level) >= 3)
          log.traces.line(entry.message, line);
        return;
      }
      if (text.trim() === '') return;
      // An indented line belongs to the entry above it.
      if (!log.traces.line(text, line) && !isSetIn(text)) log.otherLines += 1;
    },
    finish: (): Entries => ({
      isLiteral: log.format.isLiteral,
      keys: log.format.keys ?? [],
      fields: log.fields,
      count: log.count,
      ...log.times,
      levels: log.levels,
      sources: log.sources,
      actions: log.actions,
      problems: [...log.problems.values()],
      shapes: log.shapes,
      firstOf: log.firstOf,
      last: log.lastEntry && retainEntry(log.lastEntry, log.lastLine),
      traces: log.traces.finish(),
      total: totalOf(log),
      otherLines: log.otherLines,
    }),
  };
}

function take(log: LogState, entry: LogEntry, line: number, text: string): void {
  log.count += 1;
  log.lastEntry = entry;
  log.lastLine = line;
  log.endings.push({ entry, line, text });
  if (log.endings.length > maxEndings) log.endings.shift();
  const { time, level, source } = entry;
  widen(log.times, time);
  if (source !== null) log.sources.add(source);
  if (level === null) takeUnlevelled(log, entry, line);
  else takeLevelled(log, entry, level, line);
}

function takeLevelled(log: LogState, entry: LogEntry, level: string, line: number): void {
  log.levels.add(level);
  if (!log.firstOf.has(level) && log.firstOf.size < 60) log.firstOf.set(level, retainEntry(entry, line));
  const severity = log.severityOfLevel(level);
  const isProblem = severity >= 3 || entry.hasError === true;
  const shape = isProblem
    ? log.badShapes.add(`${level} ${patternOf(entry.message)}`, line)
    : log.shapes.add(entry.message, line);
  if (shape.count === 1) shape.text = hold(entry.message);
  if (isProblem) takeProblem(log, shape, entry, severity >= 3 ? severity : 3);
}

/** Only the first message of a shape is checked, since the others differ in numbers. */
function takeUnlevelled(log: LogState, entry: LogEntry, line: number): void {
  const { message } = entry;
  log.actions.add(firstWord(message));
  const shape = log.shapes.add(message, line);
  if (shape.count === 1) shape.text = hold(message);
  if (shape.count === 1 ? isBad(shape.text) : log.problems.has(shape)) takeProblem(log, shape, entry, 4);
}

function takeProblem(
  log: LogState,
  shape: RepeatedShape,
  { time, level, message, detail }: LogEntry,
  severity: Severity,
): void {
  const value = quotedValueOf(message);
  const known = log.problems.get(shape);
  if (known) {
    widen(known, time);
    known.isVaried ||= message.slice(0, messageCharacters) !== shape.text;
    if (value !== null && known.values.size < maxValues) known.values.add(copyString(value));
  } else if (log.problems.size < maxProblems) {
    const values = new Set(value === null ? [] : [copyString(value)]);
    log.problems.set(shape, {
      shape,
      values,
      isVaried: false,
      level,
      severity,
      ...timeRangeOf(time),
      detail: detail ?? null,
    });
  }
}

/** Adds the fields that no other entry has to one that ends the log. */
function withOwnFields(log: LogState, { entry, line, text }: (typeof log.endings)[number]): NumberedEntry {
  const own = log.format.isLiteral ? [] : (log.format.fieldsOf?.(text) ?? []);
  const parts = log.fields.rareOf(own, log.count).map(([name, value]) => ` ${name}=${value}`);
  return retainEntry({ ...entry, message: entry.message + parts.join('') }, line);
}

const totalOf = (log: LogState): NumberedEntry | null =>
  log.endings.map((ending) => withOwnFields(log, ending)).findLast(({ message }) => countsResults(message)) ??
  null;

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
