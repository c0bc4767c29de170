import { copyString } from '../../copy-string.ts';
import { createTally, type Tally } from '../../tally.ts';
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

/** Finds stack traces of the common languages among other lines. */
export function createTraceReading(): TraceReading {
  const traces = new Map<string, Trace>();
  const goroutines = createTally(40);
  let count = 0;
  let open: OpenTrace | null = null;
  const before = createLastLines();
  let lastBefore: Traces['before'] = null;
  let symbol: string | null = null;
  let isGap = true;
  /** Indented lines are causes, one each. */
  let isListing = false;
  /**
   * Python said that the next error resulted from this one. Applies once; otherwise a later, unrelated trace
   * would be linked to it.
   */
  let isChaining = false;

  const close = () => {
    const parts = open?.parts.filter(({ error, thrown }) => error !== null || thrown !== null) ?? [];
    const isRootFirst = open?.isRootFirst === true;
    const suppressed = open?.suppressed ?? null;
    open = null;
    const [main, ...causes] = partsOf(isRootFirst ? parts.toReversed() : parts);
    if (!main) return;
    const root = causes.at(-1) ?? null;
    count += 1;
    const key = [
      shapeOfError(main),
      main.own?.location ?? main.thrown?.location,
      root && shapeOfError(root),
    ].join('|');
    const known = traces.get(key);
    if (known) {
      known.count += 1;
      known.haveOtherValues ||= known.main.error !== main.error || known.root?.error !== root?.error;
    } else if (traces.size < maxTraces) {
      const between = causes.slice(0, -1);
      traces.set(key, { main, root, between, suppressed, count: 1, haveOtherValues: false });
    }
  };
  /** Lines indented as far as this belong to a suppressed error. */
  let suppressedIndent: number | null = null;
  const takeSuppressed = (text: string, line: number): boolean => {
    const [, indent, error = ''] = text.includes('Suppressed: ') ? (suppressedHead.exec(text) ?? []) : [];
    if (open && indent !== undefined && suppressedIndent === null) {
      suppressedIndent = Math.max(1, indent.length);
      open.suppressed ??= { error: hold(error), line };
      return true;
    }
    if (suppressedIndent !== null && text.search(/\S/) >= suppressedIndent) return true;
    suppressedIndent = null;
    return false;
  };
  const beginPart = (error: string | null, line: number): OpenPart => {
    const part = { ...emptyPart, error: error && hold(error), line, owns: [] };
    if (open && open.parts.length >= maxParts) open.parts.splice(1, 1);
    open?.parts.push(part);
    return part;
  };
  const begin = (error: string | null, line: number) => {
    close();
    open = { parts: [], isRootFirst: false, awaits: null, isOver: false, goroutines: 0, suppressed: null };
    return beginPart(error, line);
  };
  const addFrame = (result: Extract<TraceLine, { means: 'frame' }>, line: number) => {
    // The last cause may have no frames of its own.
    if (
      open === null ||
      (isGap && open.awaits === null && open.parts.some(({ frameCount }) => frameCount > 0))
    ) {
      // Python prints the error below its frames, also without a head: a syntax error.
      const head = result.order === 'innermost last' ? null : before.head();
      begin(head?.text ?? null, head?.line ?? line);
      if (open && result.order === 'innermost last') open.awaits = 'error';
    }
    const part = open?.parts.at(-1);
    if (!part || open?.isOver) return;
    const name = result.frame.symbol ?? symbol;
    symbol = null;
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
  };
  const take = (result: TraceLine, line: number) => {
    switch (result.means) {
      case 'frame':
        addFrame(result, line);
        isGap = false;
        return;
      case 'symbol':
        symbol = result.symbol;
        return;
      case 'begin':
        return takeBegin(result, line);
      case 'cause':
        if (open === null || isGap) {
          // .NET prints the cause below the error, before any frame.
          const head = before.head();
          if (!head) return;
          begin(head.text, head.line);
        }
        beginPart(result.error, line);
        isGap = false;
        return;
      case 'causes': {
        const head = before.head();
        if (open === null || isGap) begin(head?.text ?? null, head?.line ?? line);
        isListing = true;
        isGap = false;
        return;
      }
      case 'detail': {
        const part = open?.parts.at(-1);
        if (part?.error != null && !isGap) part.error = hold(`${part.error}\n${result.detail}`);
        return;
      }
      case 'chain':
        if (open) open.isRootFirst = true;
        isChaining = open !== null;
        return;
      case 'other':
        goroutines.add(result.state);
        if (!open) return;
        open.goroutines += 1;
        open.isOver = open.goroutines > 1;
        isGap = false;
        return;
      case 'over':
        if (open) open.isOver = true;
        isGap = false;
        return;
      case 'nothing':
        return;
    }
  };
  const takeBegin = (result: Extract<TraceLine, { means: 'begin' }>, line: number) => {
    const { error, location, errorIs, behindOther } = result;
    if (count === 0 && open === null) lastBefore = before.last();
    const isChained =
      isChaining && open?.isRootFirst === true && errorIs === 'last' && open.awaits === null && isGap;
    const isBehind = behindOther !== undefined && !isGap && (open?.parts.at(-1)?.frameCount ?? 0) > 0;
    isChaining = false;
    const part = isChained || isBehind ? beginPart(error, line) : begin(error, line);
    if (isBehind && behindOther === 'outcome' && open) open.isRootFirst = true;
    isGap = false;
    if (open) open.awaits = errorIs === 'last' ? 'error' : errorIs === 'next' ? 'message' : null;
    if (location === null) return;
    const frame = { symbol: null, location: hold(location), isOwn: isOwnCode(null, location), line };
    part.thrown = frame;
    if (frame.isOwn) part.owns.push(frame);
  };
  /**
   * Reads the error that Python prints after its frames, or the message that Rust prints after the location.
   */
  const takeAwaited = (text: string, line: number): boolean => {
    const part = open?.parts.at(-1);
    if (!open || !part || open.awaits === null || text === '') return false;
    const isIndented = text.startsWith(' ') || text.startsWith('\t');
    if (open.awaits === 'error' && isIndented) return true;
    part.error = hold(text);
    part.line = line;
    isGap = open.awaits === 'error';
    open.awaits = null;
    return true;
  };
  /** Reads a listed cause: `    0: reading prices`, or one without a number. */
  const takeListed = (text: string, line: number): boolean => {
    const isIndented = text.startsWith(' ') || text.startsWith('\t');
    if (!isIndented) isListing = false;
    const [, message] =
      /^\s+(?:\d{1,3}: +)?(\S.*)$/.exec(isListing ? text.slice(0, lineCharacters) : '') ?? [];
    if (message === undefined) return false;
    beginPart(message, line);
    return true;
  };
  return {
    line(given, number) {
      const text = mayBeGrouped(given) ? given.replace(groupMark, '') : given;
      if (isListing && takeListed(text, number)) return true;
      if (takeSuppressed(text, number)) return true;
      const result = traceLineOf(text);
      if (result) {
        take(result, number);
        if (result.means !== 'symbol') return true;
      } else if (takeAwaited(text, number)) return true;
      before.push(text, number);
      if (result !== null) return true;
      const called = open === null ? null : goSymbol(text);
      symbol = called ?? symbol;
      if (called === null && text !== '' && !isLocal(text)) isGap = true;
      return called !== null;
    },
    finish() {
      close();
      return { count, distinct: [...traces.values()], goroutines, before: lastBefore };
    },
  };
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
