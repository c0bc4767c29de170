import type { Grammar, GrammarPosition, Inside, Opening, Token } from './grammar.ts';
import type { LanguageReader } from './language-reader.ts';
import { createLexer, type TokenSink } from './lexer.ts';
import type { Outline, SourceSymbol } from './outline.ts';
import { mayEndBefore } from './statement-end.ts';

interface Frame extends GrammarPosition {
  bracket: string;
  /** The statements inside are call arguments. */
  isList: boolean;
  /** Tokens that every statement inside starts with: Go's `const ( … )`. */
  prefix: Token[];
  line: number;
  /** The tokens of the surrounding statement read so far. */
  outer: Token[];
  /** The symbol whose body the bracket opens. */
  symbol: SourceSymbol | null;
  ends: boolean;
  /** For an argument list: its first string. */
  text: string | null;
  /** For an argument list: functions in it declare for the file. */
  looksInside: boolean;
  /** Expected closing brackets of the brackets opened in skipped text. */
  skipped: string[];
}

const headerTokens = 80;
/** At most this many modifiers precede a member's name. */
const maxBeforeName = 2;
const maxFrames = 2_000;
const framesKept = 50;
const maxBranches = 50;
const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Where the reading of a file is. */
interface BraceState {
  readonly grammar: Grammar;
  readonly outline: Outline;
  readonly file: Frame;
  readonly frames: Frame[];
  /** The nesting at each `#if`, restored for its other branches. */
  readonly branches: { frames: Frame[]; header: Token[] }[];
  top: Frame;
  header: Token[];
  number: number;
}

/**
 * Reads languages with braces: follows the nesting, and asks the grammar about the tokens before each brace
 * or statement end.
 */
export function createBraceReader(grammar: Grammar, outline: Outline): LanguageReader {
  const file = createFrame('', 'statements', null, 0, []);
  const reading: BraceState = {
    grammar,
    outline,
    file,
    frames: [],
    branches: [],
    top: file,
    header: [],
    number: 0,
  };
  const lexer = createLexer(grammar.lexis, sinkOf(reading));
  return {
    line(text, lineNumber) {
      reading.number = lineNumber;
      const found =
        grammar.preprocess && lexer.isInCode ? grammar.preprocess(text, lineNumber, outline) : false;
      if (found !== false) branch(reading, found);
      else lexer.read(text);
    },
    finish() {
      const [open] = reading.frames;
      if (reading.frames.length === 0) endStatement(reading);
      return open ? open.line : null;
    },
  };
}

const sinkOf = (reading: BraceState): TokenSink => ({
  get isSkipping() {
    return reading.top.inside === 'skip';
  },
  word(text) {
    beginToken(reading, 'word', text);
    add(reading, 'word', text);
    skipRest(reading);
  },
  text(value) {
    beginToken(reading, 'text', value);
    if (reading.top.isList && reading.header.length === 0) reading.top.text ??= value;
    add(reading, 'text', value);
    skipRest(reading);
  },
  mark: (text) => takeMark(reading, text),
  open: (bracket) => takeOpening(reading, bracket),
  close: (bracket) => takeClosing(reading, bracket),
});

function takeMark(reading: BraceState, text: string): void {
  beginToken(reading, 'mark', text);
  // In an enum, members follow its constants.
  if (text === ';' && reading.top.inside === 'enum') {
    reading.top.inside = 'members';
    reading.header = [];
  }
  const isEnd = text === ';' || (text === ',' && (reading.top.inside === 'object' || reading.top.isList));
  if (!isEnd) add(reading, 'mark', text);
  else if (reading.top.isList) reading.header = [];
  else endStatement(reading, reading.number);
  skipRest(reading);
}

function takeOpening(reading: BraceState, bracket: string): void {
  if (reading.top.inside === 'skip') {
    skip(reading, bracket);
    return;
  }
  if (bracket === '{') {
    openBrace(reading);
    return;
  }
  beginToken(reading, bracket === '(' ? '()' : '[]', bracket);
  const isList = bracket === '(';
  if (isList && reading.top.isList && reading.header.length === 0 && reading.grammar.keepsLastWord)
    reading.top.text ??= bracket;
  // A member's name may be computed: `[Symbol.iterator]() {`.
  const isName =
    bracket === '[' && reading.top.inside === 'members' && reading.header.length <= maxBeforeName;
  const frame = frameAt(reading, bracket, isList ? 'statements' : isName ? 'names' : 'skip');
  if (isList && reading.grammar.opensBlock?.(reading.header) === true) {
    frame.prefix = reading.header;
    frame.ends = true;
  } else if (isList) {
    frame.isList = true;
    frame.looksInside = reading.top.looksInside || reading.grammar.looksInside?.(reading.header) === true;
  }
  push(reading, frame);
}

function takeClosing(reading: BraceState, bracket: string): void {
  if (closeSkipped(reading, bracket)) return;
  if (reading.frames.length === 0) {
    // A part of a file may start inside a block.
    reading.header = [];
    return;
  }
  if (closing[reading.top.bracket] === bracket) {
    closeTop(reading);
    return;
  }
  const index = reading.frames.findLastIndex((frame) => closing[frame.bracket] === bracket);
  if (index === -1) return;
  while (reading.frames.length > index) closeTop(reading);
}

function add(reading: BraceState, is: Token['is'], text: string): void {
  // The start and the last token of a very long statement are enough.
  if (reading.header.length === headerTokens) reading.header.pop();
  reading.header.push({ is, text, line: reading.number });
}

const declare = (
  reading: BraceState,
  declared: NonNullable<Opening['declared']>,
  endLine: number,
): SourceSymbol => reading.outline.add({ ...declared, owner: declared.owner ?? reading.top.owner, endLine });

function endStatement(reading: BraceState, endLine = reading.header.at(-1)?.line ?? reading.number): void {
  if (reading.header.length > 0 && reading.top.inside !== 'skip' && !reading.top.isList) {
    for (const declared of reading.grammar.ends(reading.header, reading.top, reading.outline))
      declare(reading, declared, endLine);
  }
  reading.header = [...reading.top.prefix];
}

function beginToken(reading: BraceState, is: Token['is'], text: string): void {
  const last = reading.header.at(-1);
  if (!last || last.line === reading.number || !reading.grammar.endsAtLine) return;
  if (reading.top.inside !== 'statements' && reading.top.inside !== 'members') return;
  if (mayEndBefore(last, is, text, reading.top.inside)) endStatement(reading);
}

const frameAt = (reading: BraceState, bracket: string, inside: Inside, owner = reading.top.owner): Frame =>
  createFrame(bracket, inside, owner, reading.number, reading.header);
function push(reading: BraceState, frame: Frame): void {
  if (reading.frames.length >= maxFrames) return;
  reading.top = frame;
  reading.frames.push(reading.top);
  reading.header = [...reading.top.prefix];
}

function skip(reading: BraceState, bracket: string): void {
  // Nesting deeper than in any real program is not followed.
  if (reading.top.skipped.length < maxFrames) reading.top.skipped.push(closing[bracket] ?? '');
}

/** Whether it closes a bracket that was opened in skipped text. */
function closeSkipped(reading: BraceState, bracket: string): boolean {
  const { skipped } = reading.top;
  if (skipped.length === 0) return false;
  if (skipped.at(-1) === bracket) skipped.pop();
  else {
    const index = skipped.lastIndexOf(bracket);
    if (index === -1) return false;
    skipped.length = index;
  }
  return true;
}

function openBrace(reading: BraceState): void {
  const last = reading.header.at(-1);
  if (reading.top.isList) {
    const isBody = last?.is === '()' || (last?.is === 'mark' && last.text === '=>');
    push(reading, frameAt(reading, '{', reading.top.looksInside && isBody ? 'statements' : 'skip'));
    return;
  }
  const opening: Opening = reading.grammar.opens(reading.header, reading.top, reading.outline);
  const { declared, inside, ends } = opening;
  const symbol = declared ? declare(reading, declared, reading.number) : null;
  const owner =
    opening.owner ??
    (inside === 'members' || inside === 'enum' ? declared?.name : undefined) ??
    reading.top.owner;
  const frame = frameAt(reading, '{', inside, owner);
  frame.symbol = symbol;
  frame.ends = ends;
  push(reading, frame);
}

function closeTop(reading: BraceState): void {
  const { bracket, outer, symbol, ends, inside } = reading.top;
  const text =
    reading.top.text ??
    (reading.top.isList && reading.grammar.keepsLastWord ? lastWordIn(reading.header) : null);
  const names = inside === 'names' ? namesIn(reading.header) : '';
  if (inside !== 'skip' && inside !== 'names') endStatement(reading);
  if (symbol) symbol.endLine = reading.number;
  reading.frames.pop();
  reading.top = reading.frames.at(-1) ?? reading.file;
  reading.header = ends ? [...reading.top.prefix] : outer;
  if (!ends) add(reading, bracket === '(' ? '()' : bracket === '[' ? '[]' : '{}', text ?? names);
}

/** For arguments that declare nothing, the first string is enough. */
function skipRest(reading: BraceState): void {
  if (reading.top.isList && !reading.top.looksInside) reading.top.inside = 'skip';
}

function branch(reading: BraceState, found: 'if' | 'else' | 'end' | boolean): void {
  if (found === 'if' && reading.branches.length < maxBranches)
    reading.branches.push({ frames: reading.frames.slice(0, framesKept), header: [...reading.header] });
  const before = reading.branches.at(-1);
  if (found === 'else' && before && reading.frames.length <= framesKept) {
    reading.frames.splice(0, reading.frames.length, ...before.frames);
    reading.top = reading.frames.at(-1) ?? reading.file;
    reading.header = [...before.header];
  }
  if (found === 'end') reading.branches.pop();
}

function createFrame(
  bracket: string,
  inside: Inside,
  owner: string | null,
  line: number,
  outer: Token[],
): Frame {
  return {
    bracket,
    inside,
    owner,
    line,
    outer,
    isList: false,
    prefix: [],
    symbol: null,
    ends: false,
    text: null,
    looksInside: false,
    skipped: [],
  };
}

const namesIn = (header: readonly Token[]): string =>
  header
    .filter(({ is }) => is === 'word')
    .map(({ text }) => text)
    .join(' ');

const lastWordIn = (header: readonly Token[]): string | null =>
  header.findLast(({ is }) => is === 'word')?.text ?? null;
