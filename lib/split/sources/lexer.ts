import { readElement } from './jsx.ts';
import type { LexerFrame } from './lexer-frame.ts';
import {
  afterRustQuote,
  endOfRegex,
  insideOf,
  isElement,
  isExpected,
  isLineComment,
  plainLength,
  stringAt,
} from './lexer-literals.ts';
import { roleOf, rolesIn } from './lexer-roles.ts';
import type { Lexis, StringRule } from './lexis.ts';

/** Receives a lexer's tokens in order, without the contents of strings, comments and elements. */
export interface TokenSink {
  /** Only brackets are wanted, for example in a function body. */
  readonly isSkipping: boolean;
  word(text: string): void;
  /** `=`, `=>`, `::`, `,` … */
  mark(text: string): void;
  /** A string; `value` is its text on the first line. */
  text(value: string): void;
  open(bracket: string): void;
  close(bracket: string): void;
}

export interface Lexer {
  /** Reads one line without its line end. Strings and comments may continue on the next line. */
  read(line: string): void;
  /** Whether the position is in code, not in a string or a comment. */
  readonly isInCode: boolean;
}

const dollarQuote = /\$[A-Za-z_]*\$/y;
const number = /\d[\w.]*/y;

/** Where a lexer is, and what its language looks like. */
interface LexerState {
  readonly lexis: Lexis;
  readonly sink: TokenSink;
  readonly roles: ReturnType<typeof rolesIn>['roles'];
  readonly wordEnds: ReturnType<typeof rolesIn>['wordEnds'];
  readonly frames: LexerFrame[];
  readonly heredocs: string[];
  /** False once a regular expression on this line turned out not to end, so that it is tried only once. */
  mayBeRegex: boolean;
}

/**
 * Separates code from strings and comments line by line, in constant memory and in time linear in the text.
 */
export function createLexer(lexis: Lexis, sink: TokenSink): Lexer {
  const { roles, wordEnds, stop } = rolesIn(lexis);
  const lexer: LexerState = {
    lexis,
    sink,
    roles,
    wordEnds,
    frames: lexis.island ? [{ in: 'page' }] : [],
    heredocs: [],
    mayBeRegex: true,
  };
  return {
    read(line) {
      lexer.mayBeRegex = true;
      if (line === '') return;
      // A search is faster than a check of each character, and many lines contain nothing of interest.
      const first = lexer.frames.length === 0 && lexer.sink.isSkipping ? line.search(stop) : 0;
      for (let index = first === -1 ? line.length : first; index < line.length; ) {
        const frame = lexer.frames.at(-1);
        if (frame) index = readInside(lexer, frame, line, index);
        else index = lexer.sink.isSkipping ? readBrackets(lexer, line, index) : readCode(lexer, line, index);
      }
      endLine(lexer, line);
    },
    get isInCode() {
      return lexer.frames.length === 0;
    },
  };
}

function endLine(lexer: LexerState, line: string): void {
  const frame = lexer.frames.at(-1);
  // A string left open at the end of its line was not one, unless the line continues.
  if (frame?.in === 'string' && !frame.rule.spansLines && !line.endsWith('\\')) lexer.frames.pop();
  const [end] = lexer.heredocs;
  if (end === undefined) return;
  lexer.frames.push({ in: 'heredoc', end });
  lexer.heredocs.length = 0;
}

/** The next index of interest while only brackets are wanted. */
function nextStop(lexer: LexerState, line: string, start: number): number {
  const { length } = line;
  let offset = start;
  for (; offset < length; offset += 1) {
    const code = line.charCodeAt(offset);
    if (code < 128 && (lexer.roles[code] ?? 0) >= roleOf.open) break;
  }
  return offset;
}

function readCode(lexer: LexerState, line: string, start: number): number {
  let offset = start;
  while (isBlank(line.charCodeAt(offset))) offset += 1;
  if (offset >= line.length) return line.length;
  const code = line.charCodeAt(offset);
  const role = code < 128 ? lexer.roles[code] : roleOf.word;
  if (role === roleOf.word) return readWord(lexer, line, offset, code);
  const character = line[offset] ?? '';
  const opaque = role === roleOf.opaque ? readOpaque(lexer, line, offset, character, false) : null;
  if (opaque !== null) return opaque;
  if (role === roleOf.open) lexer.sink.open(character);
  else if (role === roleOf.close) lexer.sink.close(character);
  else return readMark(lexer, line, offset, character);
  return offset + 1;
}

/** Reads only brackets, up to something that is not code or to where all tokens are wanted again. */
function readBrackets(lexer: LexerState, line: string, start: number): number {
  for (
    let offset = nextStop(lexer, line, start);
    offset < line.length;
    offset = nextStop(lexer, line, offset + 1)
  ) {
    const role = lexer.roles[line.charCodeAt(offset)];
    const character = line[offset] ?? '';
    const opaque = role === roleOf.opaque ? readOpaque(lexer, line, offset, character, true) : null;
    if (opaque !== null) return opaque;
    if (role === roleOf.open) lexer.sink.open(character);
    else if (role === roleOf.close) {
      lexer.sink.close(character);
      if (!lexer.sink.isSkipping) return offset + 1;
    }
  }
  return line.length;
}

function readHole(lexer: LexerState, frame: { depth: number }, line: string, start: number): number {
  const offset = nextStop(lexer, line, start);
  const character = line[offset] ?? '';
  const isOpaque = lexer.roles[line.charCodeAt(offset)] === roleOf.opaque;
  const opaque = isOpaque ? readOpaque(lexer, line, offset, character, true) : null;
  if (opaque !== null) return opaque;
  if (character === '{') frame.depth += 1;
  else if (character === '}') {
    if (frame.depth === 0) lexer.frames.pop();
    else frame.depth -= 1;
  }
  return offset + 1;
}

/** Reads comments, strings and everything else that is not code. `null`: it is code. */
function readOpaque(
  lexer: LexerState,
  line: string,
  offset: number,
  character: string,
  isQuiet: boolean,
): number | null {
  if (isLineComment(lexer.lexis, line, offset)) return line.length;
  const { blockComment } = lexer.lexis;
  if (blockComment && line.startsWith(blockComment.open, offset)) {
    lexer.frames.push({ in: 'comment', depth: 1 });
    return offset + blockComment.open.length;
  }
  if (lexer.lexis.island && line.startsWith(lexer.lexis.island.close, offset)) {
    lexer.frames.push({ in: 'page' });
    return offset + lexer.lexis.island.close.length;
  }
  if (lexer.lexis.hasDollarQuotes && character === '$') {
    dollarQuote.lastIndex = offset;
    const [open] = dollarQuote.exec(line) ?? [];
    if (open === undefined) return null;
    lexer.frames.push({ in: 'string', rule: { open, close: open, escape: null, spansLines: true } });
    return offset + open.length;
  }
  if (lexer.lexis.hasLifetimes && character === "'") return afterRustQuote(line, offset);
  const rule = stringAt(lexer.lexis, line, offset);
  if (rule) {
    if (!isQuiet) lexer.sink.text(insideOf(line, offset + rule.open.length, rule.close));
    lexer.frames.push({ in: 'string', rule });
    return offset + rule.open.length;
  }
  if (lexer.lexis.heredoc && character === '<') return readHeredoc(lexer, lexer.lexis.heredoc, line, offset);
  if (lexer.lexis.hasRegexLiterals && character === '/' && lexer.mayBeRegex && isExpected(line, offset)) {
    const end = endOfRegex(line, offset + 1);
    lexer.mayBeRegex = end !== null;
    if (lexer.mayBeRegex && !isQuiet) lexer.sink.text('');
    return end;
  }
  if (lexer.lexis.hasJsx && character === '<' && isElement(line, offset)) {
    lexer.frames.push({ in: 'tag' });
    return offset + 1;
  }
  return null;
}

function readHeredoc(lexer: LexerState, heredoc: RegExp, line: string, offset: number): number | null {
  heredoc.lastIndex = offset;
  const end = heredoc.exec(line)?.groups?.word;
  if (end === undefined) return null;
  lexer.heredocs.push(end);
  if (!lexer.sink.isSkipping) lexer.sink.text('');
  return heredoc.lastIndex;
}

function readWord(lexer: LexerState, line: string, offset: number, first: number): number {
  const end = isInWords(first) ? endOfLetters(lexer, line, offset + 1) : endOfWord(lexer, line, offset);
  if (end === offset) return readMark(lexer, line, offset, line[offset] ?? '');
  lexer.sink.word(line.slice(offset, end));
  return end;
}

/**
 * The end of a word that starts with a letter. Nearly all contain only letters and need no language
 * pattern.
 */
function endOfLetters(lexer: LexerState, line: string, start: number): number {
  let offset = start;
  while (isInWords(line.charCodeAt(offset))) offset += 1;
  return offset === line.length || lexer.wordEnds[line.charCodeAt(offset)] === 1
    ? offset
    : endOfWord(lexer, line, start - 1);
}

function endOfWord(lexer: LexerState, line: string, offset: number): number {
  lexer.lexis.word.lastIndex = offset;
  return lexer.lexis.word.test(line) ? lexer.lexis.word.lastIndex : offset;
}

function readMark(lexer: LexerState, line: string, offset: number, character: string): number {
  if (isDigit(line.charCodeAt(offset))) {
    number.lastIndex = offset;
    number.test(line);
    lexer.sink.mark('0');
    return number.lastIndex;
  }
  const second = line[offset + 1];
  const isPair =
    (character === '=' && (second === '>' || second === '=')) ||
    (character === ':' && (second === ':' || second === '=')) ||
    (character === '-' && second === '>');
  lexer.sink.mark(isPair ? character + second : character);
  return offset + (isPair ? 2 : 1);
}

function readInside(lexer: LexerState, frame: LexerFrame, line: string, offset: number): number {
  if (frame.in === 'hole') return readHole(lexer, frame, line, offset);
  if (frame.in === 'comment') return readComment(lexer, frame, line, offset);
  if (frame.in === 'string') return readString(lexer, frame.rule, line, offset);
  if (frame.in === 'page') {
    const { open } = lexer.lexis.island ?? { open: '' };
    const begin = line.indexOf(open, offset);
    if (begin === -1) return line.length;
    lexer.frames.pop();
    return begin + open.length;
  }
  if (frame.in === 'heredoc') {
    if (line.trim() === frame.end || line.trim() === `${frame.end};`) lexer.frames.pop();
    return line.length;
  }
  return readElement(frame.in, lexer.frames, line, offset);
}

function readComment(lexer: LexerState, frame: { depth: number }, line: string, offset: number): number {
  const { open, close, nests } = lexer.lexis.blockComment ?? { open: '', close: '', nests: false };
  const end = line.indexOf(close, offset);
  const inner = nests ? line.indexOf(open, offset) : -1;
  if (inner !== -1 && (end === -1 || inner < end)) {
    frame.depth += 1;
    return inner + open.length;
  }
  if (end === -1) return line.length;
  frame.depth -= 1;
  if (frame.depth === 0) lexer.frames.pop();
  return end + close.length;
}

function readString(lexer: LexerState, rule: StringRule, line: string, start: number): number {
  const end = line.indexOf(rule.close, start);
  const plain = plainLength(rule, end === -1 ? line.slice(start) : line.slice(start, end));
  for (let index = start + plain; index < line.length; index += 1) {
    if (rule.escape === 'backslash' && line[index] === '\\') {
      index += 1;
    } else if (line.startsWith(rule.close, index)) {
      const after = index + rule.close.length;
      if (rule.escape === 'doubled' && line.startsWith(rule.close, after)) index = after;
      else {
        lexer.frames.pop();
        return after;
      }
    } else if (rule.hole !== undefined && line.startsWith(rule.hole, index)) {
      lexer.frames.push({ in: 'hole', depth: 0 });
      return index + rule.hole.length;
    }
  }
  return line.length;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Whether the character may occur in words of every language. */
const isInWords = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || isDigit(code);
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 160;
