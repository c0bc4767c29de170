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
  /** Distinct by error and place, as they came. */
  distinct: readonly Trace[];
  /** Of Go, by what they were doing. */
  goroutines: Tally;
  /** The last line of other output before the first of them; `null`: there is none, or it may be the error. */
  before: { text: string; line: number } | null;
}

export interface TraceReading {
  /** Whether the line belongs to a trace. */
  line(text: string, number: number): boolean;
  finish(): Traces;
}

const tracesHeld = 200;
const partsHeld = 12;
const ownFramesHeld = 60;
const errorCharacters = 400;

const lineCharacters = 1_000;
/** Python sets the errors of a group in by bars. */
const groupMark = /^ {2,40}(?:\| |\+ (?=Exception Group))/;

/** The first mark of the line is one of those bars, or the sign that begins a group. */
function mayBeGrouped(text: string): boolean {
  let place = 0;
  while (text.charCodeAt(place) === 32) place += 1;
  return place > 1 && (text[place] === '|' || text[place] === '+');
}

interface OpenPart extends TracePart {
  /** Frames of the project's own code, the innermost first. */
  owns: Frame[];
}

interface OpenTrace {
  parts: OpenPart[];
  /** The parts come in the order they happened. */
  isRootFirst: boolean;
  awaits: 'error' | 'message' | null;
  /** Frames of other threads follow. */
  isOver: boolean;
  goroutines: number;
}

/** Finds stack traces of the usual languages among other lines. */
export function createTraceReading(): TraceReading {
  const traces = new Map<string, Trace>();
  const goroutines = createTally(40);
  let count = 0;
  let open: OpenTrace | null = null;
  const before = createLastLines();
  let lastBefore: Traces['before'] = null;
  let symbol: string | null = null;
  let isGap = true;
  /** Lines set in are causes, one each. */
  let isListing = false;
  /** Python said that the next one came of this one: once for each, or another trace that follows would be taken for it. */
  let isChaining = false;

  const close = () => {
    const told = open?.parts.filter(({ error, thrown }) => error !== null || thrown !== null) ?? [];
    const isRootFirst = open?.isRootFirst === true;
    open = null;
    const [main, ...causes] = partsOf(isRootFirst ? told.toReversed() : told);
    if (!main) return;
    const root = causes.at(-1) ?? null;
    count += 1;
    const key = `${(main.error ?? '').replace(/\d+/g, '0').slice(0, 160)}|${main.own?.place ?? main.thrown?.place ?? ''}`;
    const known = traces.get(key);
    if (known) known.count += 1;
    else if (traces.size < tracesHeld)
      traces.set(key, { main, root, between: causes.slice(0, -1), count: 1 });
  };
  const beginPart = (error: string | null, line: number): OpenPart => {
    const part = { ...emptyPart, error: error && held(error), line, owns: [] };
    if (open && open.parts.length >= partsHeld) open.parts.splice(1, 1);
    open?.parts.push(part);
    return part;
  };
  const begin = (error: string | null, line: number) => {
    close();
    open = { parts: [], isRootFirst: false, awaits: null, isOver: false, goroutines: 0 };
    return beginPart(error, line);
  };
  const addFrame = (told: Extract<TraceLine, { means: 'frame' }>, line: number) => {
    if (open === null || (isGap && open.awaits === null && (open.parts.at(-1)?.frameCount ?? 0) > 0)) {
      const head = before.head();
      begin(head?.text ?? null, head?.line ?? line);
    }
    const part = open?.parts.at(-1);
    if (!part || open?.isOver) return;
    const name = told.frame.symbol ?? symbol;
    symbol = null;
    const { place } = told.frame;
    part.frameCount += 1;
    const isOwn = isOwnCode(name, place);
    const isLast = told.order === 'innermost last';
    const isThrown = isLast || part.thrown === null;
    if (!isOwn && !isThrown) return;
    const frame: Frame = { symbol: name && held(name), place: place && held(place), isOwn, line };
    if (isThrown) part.thrown = frame;
    if (!isOwn) return;
    if (isLast) part.owns.unshift(frame);
    else part.owns.push(frame);
    // The innermost are wanted, and the outermost, which tells whose the program is.
    if (part.owns.length > ownFramesHeld) part.owns.splice(-2, 1);
  };
  const take = (told: TraceLine, line: number) => {
    switch (told.means) {
      case 'frame':
        addFrame(told, line);
        isGap = false;
        return;
      case 'symbol':
        symbol = told.symbol;
        return;
      case 'begin':
        return takeBegin(told, line);
      case 'cause':
        if (open) beginPart(told.error, line);
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
        if (part?.error != null && !isGap) part.error = held(`${part.error}\n${told.detail}`);
        return;
      }
      case 'chain':
        if (open) open.isRootFirst = true;
        isChaining = open !== null;
        return;
      case 'other':
        goroutines.add(told.state);
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
  const takeBegin = (told: Extract<TraceLine, { means: 'begin' }>, line: number) => {
    const { error, place, errorIs, behindOther } = told;
    if (count === 0 && open === null) lastBefore = before.last();
    const isChained =
      isChaining && open?.isRootFirst === true && errorIs === 'last' && open.awaits === null && isGap;
    const isBehind = behindOther !== undefined && !isGap && (open?.parts.at(-1)?.frameCount ?? 0) > 0;
    isChaining = false;
    const part = isChained || isBehind ? beginPart(error, line) : begin(error, line);
    if (isBehind && behindOther === 'outcome' && open) open.isRootFirst = true;
    isGap = false;
    if (open) open.awaits = errorIs === 'last' ? 'error' : errorIs === 'next' ? 'message' : null;
    if (place === null) return;
    const frame = { symbol: null, place: held(place), isOwn: isOwnCode(null, place), line };
    part.thrown = frame;
    if (frame.isOwn) part.owns.push(frame);
  };
  /** What Python says at the end of its frames, and Rust behind the place. */
  const takeAwaited = (text: string, line: number): boolean => {
    const part = open?.parts.at(-1);
    if (!open || !part || open.awaits === null || text === '') return false;
    const isIndented = text.startsWith(' ') || text.startsWith('\t');
    if (open.awaits === 'error' && isIndented) return true;
    part.error = held(text);
    part.line = line;
    isGap = open.awaits === 'error';
    open.awaits = null;
    return true;
  };
  /** `    0: reading prices`, or one without a number. */
  const takeListed = (text: string, line: number): boolean => {
    const isIndented = text.startsWith(' ') || text.startsWith('\t');
    if (!isIndented) isListing = false;
    const [, said] = /^\s+(?:\d{1,3}: +)?(\S.*)$/.exec(isListing ? text.slice(0, lineCharacters) : '') ?? [];
    if (said === undefined) return false;
    beginPart(said, line);
    return true;
  };
  return {
    line(given, number) {
      const text = mayBeGrouped(given) ? given.replace(groupMark, '') : given;
      if (isListing && takeListed(text, number)) return true;
      const told = traceLineOf(text);
      if (told) {
        take(told, number);
        if (told.means !== 'symbol') return true;
      } else if (takeAwaited(text, number)) return true;
      before.push(text, number);
      if (told !== null) return true;
      const called = open === null ? null : goSymbol(text);
      symbol = called ?? symbol;
      if (called === null && text !== '') isGap = true;
      return called !== null;
    },
    finish() {
      close();
      return { count, distinct: [...traces.values()], goroutines, before: lastBefore };
    },
  };
}

const emptyPart = { error: null, line: 0, thrown: null, own: null, caller: null, frameCount: 0 };

/** With whose code is whose: what the program's outermost frame is of, others of the JVM are not. */
function partsOf([main, ...causes]: readonly OpenPart[]): TracePart[] {
  const outermost = main?.owns.at(-1);
  const owner = outermost ? packageOf(outermost) : null;
  const isOwn = (frame: Frame) => owner === null || [owner, null].includes(packageOf(frame));
  return [main, ...causes].flatMap((part) => {
    if (!part) return [];
    const { owns, ...told } = part;
    const [own = null, ...callers] = owns.filter(isOwn);
    return [
      { ...told, own, caller: callers.find(({ place }) => bare(place) !== bare(own?.place ?? null)) ?? null },
    ];
  });
}

/** Rust tells the place of a panic without the `./` that its frames have. */
const bare = (place: string | null): string | null => place?.replace(/^\.\//, '') ?? null;

const held = (text: string): string => copyString(text.trim().slice(0, errorCharacters));

/** `main.handle(0xc000)` stands on the line before its place. */
function goSymbol(text: string): string | null {
  if (text.length > 400) return null;
  if (text.startsWith('created by ')) return text.slice(11).replace(/ in goroutine \d+$/, '');
  if (!text.endsWith(')')) return null;
  const symbol = text.slice(0, text.lastIndexOf('('));
  return /^[\w./*()[\]-]+$/.test(symbol) && symbol.includes('.') ? symbol : null;
}
