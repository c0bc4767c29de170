import { detachText } from '../../detach-text.ts';
import { isOwnCode } from './own-code.ts';
import type { Frame, Trace, TracePart } from './trace.ts';
import { type TraceLine, traceLineOf } from './trace-line.ts';

export interface Traces {
  count: number;
  /** Distinct by error and place, as they came. */
  distinct: readonly Trace[];
}

export interface TraceReading {
  /** Whether the line belongs to a trace. */
  line(text: string, number: number): boolean;
  finish(): Traces;
}

const tracesHeld = 200;
const partsHeld = 12;
const errorCharacters = 400;
/** Frames of a stack are told by what stands before them: so far back is looked for it. */
const linesBefore = 6;

const namesError =
  /(?:^|[\s.:'"(])[A-Za-z_$][\w$]*(?:Error|Exception|Throwable|Failure|Fault|Warning|Interrupt|Exit)\b/;

interface OpenTrace {
  parts: TracePart[];
  /** The parts come in the order they happened. */
  isRootFirst: boolean;
  awaits: 'error' | 'message' | null;
  /** Frames of other threads follow. */
  isOver: boolean;
  threads: number;
}

/** Finds stack traces of the usual languages among other lines. */
export function createTraceReading(): TraceReading {
  const traces = new Map<string, Trace>();
  let count = 0;
  let open: OpenTrace | null = null;
  const before = createLastLines();
  let symbol: string | null = null;
  let isGap = true;

  const close = () => {
    const parts = open?.parts.filter(({ error, thrown }) => error !== null || thrown !== null) ?? [];
    const isRootFirst = open?.isRootFirst === true;
    open = null;
    const [first] = parts;
    const last = parts.at(-1);
    if (!first || !last) return;
    const main = isRootFirst ? last : first;
    const root = isRootFirst ? first : last;
    count += 1;
    const key = `${(main.error ?? '').replace(/\d+/g, '0').slice(0, 160)}|${main.own?.place ?? main.thrown?.place ?? ''}`;
    const known = traces.get(key);
    if (known) known.count += 1;
    else if (traces.size < tracesHeld) traces.set(key, { main, root: root === main ? null : root, count: 1 });
  };
  const beginPart = (error: string | null, line: number): TracePart => {
    const part = { error: error && held(error), line, thrown: null, own: null, frameCount: 0 };
    if (open && open.parts.length >= partsHeld) open.parts.splice(1, 1);
    open?.parts.push(part);
    return part;
  };
  const begin = (error: string | null, line: number) => {
    close();
    open = { parts: [], isRootFirst: false, awaits: null, isOver: false, threads: 0 };
    return beginPart(error, line);
  };
  const addFrame = (told: Extract<TraceLine, { means: 'frame' }>, line: number) => {
    if (open === null || (isGap && open.awaits === null && (open.parts.at(-1)?.frameCount ?? 0) > 0)) {
      const head = headOf(before.list());
      begin(head?.text ?? null, head?.line ?? line);
    }
    const part = open?.parts.at(-1);
    if (!part || open?.isOver) return;
    const name = told.frame.symbol ?? symbol;
    symbol = null;
    const { place } = told.frame;
    const frame: Frame = {
      symbol: name && held(name),
      place: place && held(place),
      isOwn: isOwnCode(name, place),
      line,
    };
    part.frameCount += 1;
    const isLast = told.order === 'innermost last';
    if (isLast || part.thrown === null) part.thrown = frame;
    if (frame.isOwn && (isLast || part.own === null)) part.own = frame;
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
      case 'detail': {
        const part = open?.parts.at(-1);
        if (part?.error != null) part.error = held(`${part.error}\n${told.detail}`);
        return;
      }
      case 'chain':
        if (open) open.isRootFirst = true;
        return;
      case 'other':
        if (!open) return;
        open.threads += 1;
        open.isOver = open.threads > 1;
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
  const takeBegin = ({ error, place, errorIs }: Extract<TraceLine, { means: 'begin' }>, line: number) => {
    const isChained = open?.isRootFirst === true && errorIs === 'last' && open.awaits === null && isGap;
    const part = isChained ? beginPart(null, line) : begin(error, line);
    isGap = false;
    if (open) open.awaits = errorIs === 'last' ? 'error' : errorIs === 'next' ? 'message' : null;
    if (place === null) return;
    const frame = { symbol: null, place: held(place), isOwn: isOwnCode(null, place), line };
    part.thrown = frame;
    part.own = frame.isOwn ? frame : null;
  };
  /** What Python says at the end of its frames, and Rust behind the place. */
  const takeAwaited = (text: string, line: number): boolean => {
    const part = open?.parts.at(-1);
    if (!open || !part || open.awaits === null || text === '') return false;
    const isIndented = text.startsWith(' ') || text.startsWith('\t');
    if (open.awaits === 'error' && isIndented) return true;
    part.error = held(text);
    part.line = line;
    open.awaits = null;
    isGap = true;
    return true;
  };
  return {
    line(text, number) {
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
      return { count, distinct: [...traces.values()] };
    },
  };
}

/** A ring: nothing is made for a line, since hardly any is ever asked for. */
function createLastLines() {
  const texts: string[] = Array.from({ length: linesBefore }, () => '');
  const numbers: number[] = Array.from({ length: linesBefore }, () => 0);
  let next = 0;
  return {
    push(text: string, line: number) {
      texts[next] = text;
      numbers[next] = line;
      next = (next + 1) % linesBefore;
    },
    /** The oldest first. */
    list: () =>
      texts.map((_, place) => {
        const at = (next + place) % linesBefore;
        return { text: texts[at] ?? '', line: numbers[at] ?? 0 };
      }),
  };
}

const held = (text: string): string => detachText(text.trim().slice(0, errorCharacters));

/** `main.handle(0xc000)` stands on the line before its place. */
function goSymbol(text: string): string | null {
  if (!text.endsWith(')') || text.length > 400) return null;
  const symbol = text.slice(0, text.lastIndexOf('(')).replace(/^created by /, '');
  return /^[\w./*()[\]-]+$/.test(symbol) && symbol.includes('.') ? symbol : null;
}

/** The line that says what was thrown: the nearest that names an error, or the one just before. */
function headOf(before: readonly { text: string; line: number }[]): { text: string; line: number } | null {
  const near = before.filter(({ text }) => text.trim() !== '');
  const named = near.findLast(({ text }) => namesError.test(text));
  const head = named ?? near.at(-1);
  return head ? { text: head.text.replace(/^(?:Uncaught |\(node:\d+\) )/, ''), line: head.line } : null;
}
