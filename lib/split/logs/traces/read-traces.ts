import { copyString } from '#lib/split/copy-string.ts';
import { createTally, type Tally } from '#lib/split/tally.ts';
import { createLastLines } from './last-lines.ts';
import { isOwnCode } from './own-code.ts';
import { packageOf } from './own-package.ts';
import type { Frame, Trace, TracePart } from './trace.ts';
import { traceLineOf } from './trace-line.ts';
import type { TraceLine } from './trace-meaning.ts';

export interface Traces {
  count: number;
  /** Distinct by error and location, in order of appearance. */
  distinct: readonly Trace[];
  /** Goroutines by their state. */
  goroutines: Tally;
  /** The last line of other output before the first trace; `null`: there is none, or it may be the error. */
  before: { text: string; line: number } | null;
}

export interface TraceReading {
  /** Whether the line belongs to a trace. */
  line(text: string, number: number): boolean;
  finish(): Traces;
}

const maxTraces = 200;
const maxParts = 12;
const maxOwnFrames = 60;
const errorCharacters = 400;

const lineCharacters = 1_000;
/** Python indents the errors of an exception group with bars. */
const groupMark = /^ {2,40}(?:\| |\+ (?=Exception Group))/;

/** Whether the first mark of the line is one of those bars, or the sign that starts a group. */
function mayBeGrouped(text: string): boolean {
  let offset = 0;
  while (text.charCodeAt(offset) === 32) offset += 1;
  return offset > 1 && (text[offset] === '|' || text[offset] === '+');
}

interface OpenPart extends TracePart {
  /** Frames in project code, innermost first. */
  owns: Frame[];
}

interface OpenTrace {
  parts: OpenPart[];
  /** Whether the parts come in the order in which they happened. */
  isRootFirst: boolean;
  awaits: 'error' | 'message' | null;
  /** Frames of other threads follow. */
  isOver: boolean;
  goroutines: number;
  suppressed: Trace['suppressed'];
}

/** The traces so far, and the one whose lines are being read. */
interface TracesState {
  readonly traces: Map<string, Trace>;
  readonly goroutines: Tally;
  count: number;
  open: OpenTrace | null;
  readonly before: ReturnType<typeof createLastLines>;
  lastBefore: Traces['before'];
  symbol: string | null;
  isGap: boolean;
  /** Indented lines are causes, one each. */
  isListing: boolean;
  /**
   * Python said that the next error resulted from this one. Applies once; otherwise a later, unrelated trace
   * would be linked to it.
   */
  isChaining: boolean;
  /** Lines indented as far as this belong to a suppressed error. */
  suppressedIndent: number | null;
}

/** Finds stack traces of the common languages among other lines. */
export function createTraceReading(): TraceReading {
  const reading: TracesState = {
    traces: new Map(),
    goroutines: createTally(40),
    count: 0,
    open: null,
    before: createLastLines(),
    lastBefore: null,
    symbol: null,
    isGap: true,
    isListing: false,
    isChaining: false,
    suppressedIndent: null,
  };
  return {
    line(rawLine, number) {
      const text = mayBeGrouped(rawLine) ? rawLine.replace(groupMark, '') : rawLine;
      if (reading.isListing && takeListed(reading, text, number)) return true;
      if (takeSuppressed(reading, text, number)) return true;
      const result = traceLineOf(text);
      if (result) {
        take(reading, result, number);
        if (result.means !== 'symbol') return true;
      } else if (takeAwaited(reading, text, number)) return true;
      reading.before.push(text, number);
      if (result !== null) return true;
      const called = reading.open === null ? null : goSymbol(text);
      reading.symbol = called ?? reading.symbol;
      if (called === null && text !== '' && !isLocal(text)) reading.isGap = true;
      return called !== null;
    },
    finish() {
      close(reading);
      const { count, traces, goroutines, lastBefore: before } = reading;
      return { count, distinct: [...traces.values()], goroutines, before };
    },
  };
}

function close(reading: TracesState): void {
  const parts = reading.open?.parts.filter(({ error, thrown }) => error !== null || thrown !== null) ?? [];
  const isRootFirst = reading.open?.isRootFirst === true;
  const suppressed = reading.open?.suppressed ?? null;
  reading.open = null;
  const [main, ...causes] = partsOf(isRootFirst ? parts.toReversed() : parts);
  if (!main) return;
  const root = causes.at(-1) ?? null;
  reading.count += 1;
  const key = [
    shapeOfError(main),
    main.own?.location ?? main.thrown?.location,
    root && shapeOfError(root),
  ].join('|');
  const known = reading.traces.get(key);
  if (known) {
    known.count += 1;
    known.haveOtherValues ||= known.main.error !== main.error || known.root?.error !== root?.error;
  } else if (reading.traces.size < maxTraces) {
    const between = causes.slice(0, -1);
    reading.traces.set(key, { main, root, between, suppressed, count: 1, haveOtherValues: false });
  }
}

function takeSuppressed(reading: TracesState, text: string, line: number): boolean {
  const [, indent, error = ''] = text.includes('Suppressed: ') ? (suppressedHead.exec(text) ?? []) : [];
  if (reading.open && indent !== undefined && reading.suppressedIndent === null) {
    reading.suppressedIndent = Math.max(1, indent.length);
    reading.open.suppressed ??= { error: hold(error), line };
    return true;
  }
  if (reading.suppressedIndent !== null && text.search(/\S/) >= reading.suppressedIndent) return true;
  reading.suppressedIndent = null;
  return false;
}

function beginPart(reading: TracesState, error: string | null, line: number): OpenPart {
  const part = { ...emptyPart, error: error && hold(error), line, owns: [] };
  if (reading.open && reading.open.parts.length >= maxParts) reading.open.parts.splice(1, 1);
  reading.open?.parts.push(part);
  return part;
}

function begin(reading: TracesState, error: string | null, line: number): OpenPart {
  close(reading);
  reading.open = {
    parts: [],
    isRootFirst: false,
    awaits: null,
    isOver: false,
    goroutines: 0,
    suppressed: null,
  };
  return beginPart(reading, error, line);
}

function addFrame(reading: TracesState, result: Extract<TraceLine, { means: 'frame' }>, line: number): void {
  // The last cause may have no frames of its own.
  if (
    reading.open === null ||
    (reading.isGap &&
      reading.open.awaits === null &&
      reading.open.parts.some(({ frameCount }) => frameCount > 0))
  ) {
    // Python prints the error below its frames, also without a head: a syntax error.
    const head = result.order === 'innermost last' ? null : reading.before.head();
    begin(reading, head?.text ?? null, head?.line ?? line);
    if (reading.open && result.order === 'innermost last') reading.open.awaits = 'error';
  }
  const part = reading.open?.parts.at(-1);
  if (!part || reading.open?.isOver) return;
  const name = result.frame.symbol ?? reading.symbol;
  reading.symbol = null;
  const { location } = result.frame;
  part.frameCount += 1;
  const isOwn = isOwnCode(name, location);
  const isLast = result.order === 'innermost last';
  const isThrown = isLast || part.thrown === null;
  if (!isOwn && !isThrown) return;
  const frame: Frame = { symbol: name && hold(name), location: location && hold(location), isOwn, line };
  if (isThrown) part.thrown = frame;
  if (!isOwn) return;
  if (isLast) part.owns.unshift(frame);
  else part.owns.push(frame);
  // Keeps the innermost frames, and the outermost, which shows whose program it is.
  if (part.owns.length > maxOwnFrames) part.owns.splice(-2, 1);
}

function take(reading: TracesState, result: TraceLine, line: number): void {
  switch (result.means) {
    case 'frame':
      addFrame(reading, result, line);
      reading.isGap = false;
      return;
    case 'symbol':
      reading.symbol = result.symbol;
      return;
    case 'begin':
      takeBegin(reading, result, line);
      return;
    case 'cause':
      if (reading.open === null || reading.isGap) {
        // .NET prints the cause below the error, before any frame.
        const head = reading.before.head();
        if (!head) return;
        begin(reading, head.text, head.line);
      }
      beginPart(reading, result.error, line);
      reading.isGap = false;
      return;
    case 'causes': {
      const head = reading.before.head();
      if (reading.open === null || reading.isGap) begin(reading, head?.text ?? null, head?.line ?? line);
      reading.isListing = true;
      reading.isGap = false;
      return;
    }
    case 'detail': {
      const part = reading.open?.parts.at(-1);
      if (part?.error != null && !reading.isGap) part.error = hold(`${part.error}\n${result.detail}`);
      return;
    }
    case 'chain':
      if (reading.open) reading.open.isRootFirst = true;
      reading.isChaining = reading.open !== null;
      return;
    case 'other':
      reading.goroutines.add(result.state);
      if (!reading.open) return;
      reading.open.goroutines += 1;
      reading.open.isOver = reading.open.goroutines > 1;
      reading.isGap = false;
      return;
    case 'over':
      if (reading.open) reading.open.isOver = true;
      reading.isGap = false;
      return;
    case 'nothing':
      return;
  }
}

function takeBegin(reading: TracesState, result: Extract<TraceLine, { means: 'begin' }>, line: number): void {
  const { error, location, errorIs, behindOther } = result;
  if (reading.count === 0 && reading.open === null) reading.lastBefore = reading.before.last();
  const isChained =
    reading.isChaining &&
    reading.open?.isRootFirst === true &&
    errorIs === 'last' &&
    reading.open.awaits === null &&
    reading.isGap;
  const isBehind =
    behindOther !== undefined && !reading.isGap && (reading.open?.parts.at(-1)?.frameCount ?? 0) > 0;
  reading.isChaining = false;
  const part = isChained || isBehind ? beginPart(reading, error, line) : begin(reading, error, line);
  if (isBehind && behindOther === 'outcome' && reading.open) reading.open.isRootFirst = true;
  reading.isGap = false;
  if (reading.open)
    reading.open.awaits = errorIs === 'last' ? 'error' : errorIs === 'next' ? 'message' : null;
  if (location === null) return;
  const frame = { symbol: null, location: hold(location), isOwn: isOwnCode(null, location), line };
  part.thrown = frame;
  if (frame.isOwn) part.owns.push(frame);
}

/**
 * Reads the error that Python prints after its frames, or the message that Rust prints after the location.
 */
function takeAwaited(reading: TracesState, text: string, line: number): boolean {
  const part = reading.open?.parts.at(-1);
  if (!reading.open || !part || reading.open.awaits === null || text === '') return false;
  const isIndented = text.startsWith(' ') || text.startsWith('\t');
  if (reading.open.awaits === 'error' && isIndented) return true;
  part.error = hold(text);
  part.line = line;
  reading.isGap = reading.open.awaits === 'error';
  reading.open.awaits = null;
  return true;
}

/** Reads a listed cause: `    0: reading prices`, or one without a number. */
function takeListed(reading: TracesState, text: string, line: number): boolean {
  const isIndented = text.startsWith(' ') || text.startsWith('\t');
  if (!isIndented) reading.isListing = false;
  const [, message] =
    /^\s+(?:\d{1,3}: +)?(\S.*)$/.exec(reading.isListing ? text.slice(0, lineCharacters) : '') ?? [];
  if (message === undefined) return false;
  beginPart(reading, message, line);
  return true;
}

const shapeOfError = ({ error }: TracePart): string => (error ?? '').replace(/\d+/g, '0').slice(0, 160);

/** `\tSuppressed: java.io.IOException: close failed`, which has frames and causes of its own. */
const suppressedHead = /^(\s*)Suppressed: (.+)$/;

const emptyPart = { error: null, line: 0, thrown: null, own: null, caller: null, frameCount: 0 };

/**
 * Decides which frames are project code: JVM frames are when they share the owner of the program's outermost
 * frame.
 */
function partsOf([main, ...causes]: readonly OpenPart[]): TracePart[] {
  const outermost = main?.owns.at(-1);
  const owner = outermost ? packageOf(outermost) : null;
  const isOwn = (frame: Frame) => owner === null || [owner, null].includes(packageOf(frame));
  return [main, ...causes].flatMap((part) => {
    if (!part) return [];
    const { owns, ...thrownTrace } = part;
    const [own = null, ...callers] = owns.filter(isOwn);
    return [
      {
        ...thrownTrace,
        own,
        caller: callers.find(({ location }) => bare(location) !== bare(own?.location ?? null)) ?? null,
      },
    ];
  });
}

/** Rust prints the location of a panic without the `./` that its frames have. */
const bare = (location: string | null): string | null => location?.replace(/^\.\//, '') ?? null;

/** What a debugger prints of the variables of a frame. */
const isLocal = (text: string): boolean =>
  /^(?: {8}\S.{0,200} = |No locals\.|No symbol table info)/.test(text);

const hold = (text: string): string => copyString(text.trim().slice(0, errorCharacters));

/** Go prints `main.handle(0xc000)` on the line before its location. */
function goSymbol(text: string): string | null {
  if (text.length > 400) return null;
  if (text.startsWith('created by ')) return text.slice(11).replace(/ in goroutine \d+$/, '');
  if (!text.endsWith(')')) return null;
  const symbol = text.slice(0, text.lastIndexOf('('));
  return /^[\w./*()[\]-]+$/.test(symbol) && symbol.includes('.') ? symbol : null;
}
