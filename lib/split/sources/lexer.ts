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

/**
 * Separates code from strings and comments line by line, in constant memory and in time linear in the text.
 */
export function createLexer(lexis: Lexis, sink: TokenSink): Lexer {
  const frames: LexerFrame[] = lexis.island ? [{ in: 'page' }] : [];
  const heredocs: string[] = [];
  const { roles, wordEnds, stop } = rolesIn(lexis);
  /** False once a regular expression on this line turned out not to end, so that it is tried only once. */
  let mayBeRegex = true;

  /** The next index of interest while only brackets are wanted. */
  const nextStop = (line: string, start: number): number => {
    const { length } = line;
    let offset = start;
    for (; offset < length; offset += 1) {
      const code = line.charCodeAt(offset);
      if (code < 128 && (roles[code] ?? 0) >= roleOf.open) break;
    }
    return offset;
  };

  const readCode = (line: string, start: number): number => {
    let offset = start;
    while (isBlank(line.charCodeAt(offset))) offset += 1;
    if (offset >= line.length) return line.length;
    const code = line.charCodeAt(offset);
    const role = code < 128 ? roles[code] : roleOf.word;
    if (role === roleOf.word) return readWord(line, offset, code);
    const character = line[offset] ?? '';
    const opaque = role === roleOf.opaque ? readOpaque(line, offset, character, false) : null;
    if (opaque !== null) return opaque;
    if (role === roleOf.open) sink.open(character);
    else if (role === roleOf.close) sink.close(character);
    else return readMark(line, offset, character);
    return offset + 1;
  };

  /** Reads only brackets, up to something that is not code or to where all tokens are wanted again. */
  const readBrackets = (line: string, start: number): number => {
    for (let offset = nextStop(line, start); offset < line.length; offset = nextStop(line, offset + 1)) {
      const role = roles[line.charCodeAt(offset)];
      const character = line[offset] ?? '';
      const opaque = role === roleOf.opaque ? readOpaque(line, offset, character, true) : null;
      if (opaque !== null) return opaque;
      if (role === roleOf.open) sink.open(character);
      else if (role === roleOf.close) {
        sink.close(character);
        if (!sink.isSkipping) return offset + 1;
      }
    }
    return line.length;
  };

  const readHole = (frame: { depth: number }, line: string, start: number): number => {
    const offset = nextStop(line, start);
    const character = line[offset] ?? '';
    const isOpaque = roles[line.charCodeAt(offset)] === roleOf.opaque;
    const opaque = isOpaque ? readOpaque(line, offset, character, true) : null;
    if (opaque !== null) return opaque;
    if (character === '{') frame.depth += 1;
    else if (character === '}') {
      if (frame.depth === 0) frames.pop();
      else frame.depth -= 1;
    }
    return offset + 1;
  };

  /** Reads comments, strings and everything else that is not code. `null`: it is code. */
  const readOpaque = (line: string, offset: number, character: string, isQuiet: boolean): number | null => {
    if (isLineComment(lexis, line, offset)) return line.length;
    const { blockComment } = lexis;
    if (blockComment && line.startsWith(blockComment.open, offset)) {
      frames.push({ in: 'comment', depth: 1 });
      return offset + blockComment.open.length;
    }
    if (lexis.island && line.startsWith(lexis.island.close, offset)) {
      frames.push({ in: 'page' });
      return offset + lexis.island.close.length;
    }
    if (lexis.hasDollarQuotes && character === '$') {
      dollarQuote.lastIndex = offset;
      const [open] = dollarQuote.exec(line) ?? [];
      if (open === undefined) return null;
      frames.push({ in: 'string', rule: { open, close: open, escape: null, spansLines: true } });
      return offset + open.length;
    }
    if (lexis.hasLifetimes && character === "'") return afterRustQuote(line, offset);
    const rule = stringAt(lexis, line, offset);
    if (rule) {
      if (!isQuiet) sink.text(insideOf(line, offset + rule.open.length, rule.close));
      frames.push({ in: 'string', rule });
      return offset + rule.open.length;
    }
    if (lexis.heredoc && character === '<') return readHeredoc(lexis.heredoc, line, offset);
    if (lexis.hasRegexLiterals && character === '/' && mayBeRegex && isExpected(line, offset)) {
      const end = endOfRegex(line, offset + 1);
      mayBeRegex = end !== null;
      if (mayBeRegex && !isQuiet) sink.text('');
      return end;
    }
    if (lexis.hasJsx && character === '<' && isElement(line, offset)) {
      frames.push({ in: 'tag' });
      return offset + 1;
    }
    return null;
  };

  const readHeredoc = (heredoc: RegExp, line: string, offset: number): number | null => {
    heredoc.lastIndex = offset;
    const end = heredoc.exec(line)?.groups?.word;
    if (end === undefined) return null;
    heredocs.push(end);
    if (!sink.isSkipping) sink.text('');
    return heredoc.lastIndex;
  };

  const readWord = (line: string, offset: number, first: number): number => {
    const end = isInWords(first) ? endOfLetters(line, offset + 1) : endOfWord(line, offset);
    if (end === offset) return readMark(line, offset, line[offset] ?? '');
    sink.word(line.slice(offset, end));
    return end;
  };

  /**
   * The end of a word that starts with a letter. Nearly all contain only letters and need no language
   * pattern.
   */
  const endOfLetters = (line: string, start: number): number => {
    let offset = start;
    while (isInWords(line.charCodeAt(offset))) offset += 1;
    return offset === line.length || wordEnds[line.charCodeAt(offset)] === 1
      ? offset
      : endOfWord(line, start - 1);
  };

  const endOfWord = (line: string, offset: number): number => {
    lexis.word.lastIndex = offset;
    return lexis.word.test(line) ? lexis.word.lastIndex : offset;
  };

  const readMark = (line: string, offset: number, character: string): number => {
    if (isDigit(line.charCodeAt(offset))) {
      number.lastIndex = offset;
      number.test(line);
      sink.mark('0');
      return number.lastIndex;
    }
    const second = line[offset + 1];
    const isPair =
      (character === '=' && (second === '>' || second === '=')) ||
      (character === ':' && (second === ':' || second === '=')) ||
      (character === '-' && second === '>');
    sink.mark(isPair ? character + second : character);
    return offset + (isPair ? 2 : 1);
  };

  const readInside = (frame: LexerFrame, line: string, offset: number): number => {
    if (frame.in === 'hole') return readHole(frame, line, offset);
    if (frame.in === 'comment') return readComment(frame, line, offset);
    if (frame.in === 'string') return readString(frame.rule, line, offset);
    if (frame.in === 'page') {
      const { open } = lexis.island ?? { open: '' };
      const begin = line.indexOf(open, offset);
      if (begin === -1) return line.length;
      frames.pop();
      return begin + open.length;
    }
    if (frame.in === 'heredoc') {
      if (line.trim() === frame.end || line.trim() === `${frame.end};`) frames.pop();
      return line.length;
    }
    return readElement(frame.in, frames, line, offset);
  };

  const readComment = (frame: { depth: number }, line: string, offset: number): number => {
    const { open, close, nests } = lexis.blockComment ?? { open: '', close: '', nests: false };
    const end = line.indexOf(close, offset);
    const inner = nests ? line.indexOf(open, offset) : -1;
    if (inner !== -1 && (end === -1 || inner < end)) {
      frame.depth += 1;
      return inner + open.length;
    }
    if (end === -1) return line.length;
    frame.depth -= 1;
    if (frame.depth === 0) frames.pop();
    return end + close.length;
  };

  const readString = (rule: StringRule, line: string, start: number): number => {
    const end = line.indexOf(rule.close, start);
    const plain = plainLength(rule, end === -1 ? line.slice(start) : line.slice(start, end));
    for (let index = start + plain; index < line.length; index += 1) {
      if (rule.escape === 'backslash' && line[index] === '\\') {
        index += 1;
      } else if (line.startsWith(rule.close, index)) {
        const after = index + rule.close.length;
        if (rule.escape === 'doubled' && line.startsWith(rule.close, after)) index = after;
        else {
          frames.pop();
          return after;
        }
      } else if (rule.hole !== undefined && line.startsWith(rule.hole, index)) {
        frames.push({ in: 'hole', depth: 0 });
        return index + rule.hole.length;
      }
    }
    return line.length;
  };

  return {
    read(line) {
      mayBeRegex = true;
      if (line === '') return;
      // A search is faster than a check of each character, and many lines contain nothing of interest.
      const first = frames.length === 0 && sink.isSkipping ? line.search(stop) : 0;
      for (let index = first === -1 ? line.length : first; index < line.length; ) {
        const frame = frames.at(-1);
        if (frame) index = readInside(frame, line, index);
        else index = sink.isSkipping ? readBrackets(line, index) : readCode(line, index);
      }
      endLine(line);
    },
    get isInCode() {
      return frames.length === 0;
    },
  };

  function endLine(line: string): void {
    const frame = frames.at(-1);
    // A string left open at the end of its line was not one, unless the line continues.
    if (frame?.in === 'string' && !frame.rule.spansLines && !line.endsWith('\\')) frames.pop();
    const [end] = heredocs;
    if (end === undefined) return;
    frames.push({ in: 'heredoc', end });
    heredocs.length = 0;
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Whether the character may occur in words of every language. */
const isInWords = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || isDigit(code);
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 160;
