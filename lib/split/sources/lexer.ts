import { readElement } from './jsx.ts';
import type { Frame } from './lexer-frame.ts';
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

/** Takes what a lexer finds, in order; what stands in strings, comments and elements it never sees. */
export interface TokenSink {
  /** Only brackets are wanted: the body of a function, say. */
  readonly isSkipping: boolean;
  word(text: string): void;
  /** `=`, `=>`, `::`, `,` … */
  mark(text: string): void;
  /** A string: what stands in it on its first line. */
  text(value: string): void;
  open(bracket: string): void;
  close(bracket: string): void;
}

export interface Lexer {
  /** One line, without its end. What spans lines goes on in the next. */
  read(line: string): void;
  /** Whether it stands in code, not in a string or a comment. */
  readonly isInCode: boolean;
}

const dollarQuote = /\$[A-Za-z_]*\$/y;
const number = /\d[\w.]*/y;

/** Tells code from strings and comments, line by line, in memory that does not grow and time linear in the text. */
export function createLexer(lexis: Lexis, sink: TokenSink): Lexer {
  const frames: Frame[] = lexis.island ? [{ in: 'page' }] : [];
  const heredocs: string[] = [];
  const { roles, wordEnds, stop } = rolesIn(lexis);
  /** A regular expression that does not end is tried once a line. */
  let mayBeRegex = true;

  /** The next place of interest where only brackets are wanted. */
  const nextStop = (line: string, start: number): number => {
    const { length } = line;
    let place = start;
    for (; place < length; place += 1) {
      const code = line.charCodeAt(place);
      if (code < 128 && (roles[code] ?? 0) >= roleOf.open) break;
    }
    return place;
  };

  const readCode = (line: string, start: number): number => {
    let place = start;
    while (isBlank(line.charCodeAt(place))) place += 1;
    if (place >= line.length) return line.length;
    const code = line.charCodeAt(place);
    const role = code < 128 ? roles[code] : roleOf.word;
    if (role === roleOf.word) return readWord(line, place, code);
    const character = line[place] ?? '';
    const opaque = role === roleOf.opaque ? readOpaque(line, place, character, false) : null;
    if (opaque !== null) return opaque;
    if (role === roleOf.open) sink.open(character);
    else if (role === roleOf.close) sink.close(character);
    else return readMark(line, place, character);
    return place + 1;
  };

  /** Brackets alone, up to what is no code, or to where all of it is wanted again. */
  const readBrackets = (line: string, start: number): number => {
    for (let place = nextStop(line, start); place < line.length; place = nextStop(line, place + 1)) {
      const role = roles[line.charCodeAt(place)];
      const character = line[place] ?? '';
      const opaque = role === roleOf.opaque ? readOpaque(line, place, character, true) : null;
      if (opaque !== null) return opaque;
      if (role === roleOf.open) sink.open(character);
      else if (role === roleOf.close) {
        sink.close(character);
        if (!sink.isSkipping) return place + 1;
      }
    }
    return line.length;
  };

  const readHole = (frame: { depth: number }, line: string, start: number): number => {
    const place = nextStop(line, start);
    const character = line[place] ?? '';
    const isOpaque = roles[line.charCodeAt(place)] === roleOf.opaque;
    const opaque = isOpaque ? readOpaque(line, place, character, true) : null;
    if (opaque !== null) return opaque;
    if (character === '{') frame.depth += 1;
    else if (character === '}') {
      if (frame.depth === 0) frames.pop();
      else frame.depth -= 1;
    }
    return place + 1;
  };

  /** Comments, strings and what else is no code. `null`: it is code. */
  const readOpaque = (line: string, place: number, character: string, isQuiet: boolean): number | null => {
    if (isLineComment(lexis, line, place)) return line.length;
    const { blockComment } = lexis;
    if (blockComment && line.startsWith(blockComment.open, place)) {
      frames.push({ in: 'comment', depth: 1 });
      return place + blockComment.open.length;
    }
    if (lexis.island && line.startsWith(lexis.island.close, place)) {
      frames.push({ in: 'page' });
      return place + lexis.island.close.length;
    }
    if (lexis.hasDollarQuotes && character === '$') {
      dollarQuote.lastIndex = place;
      const [open] = dollarQuote.exec(line) ?? [];
      if (open === undefined) return null;
      frames.push({ in: 'string', rule: { open, close: open, escape: null, spansLines: true } });
      return place + open.length;
    }
    if (lexis.hasLifetimes && character === "'") return afterRustQuote(line, place);
    const rule = stringAt(lexis, line, place);
    if (rule) {
      if (!isQuiet) sink.text(insideOf(line, place + rule.open.length, rule.close));
      frames.push({ in: 'string', rule });
      return place + rule.open.length;
    }
    if (lexis.heredoc && character === '<') return readHeredoc(lexis.heredoc, line, place);
    if (lexis.hasRegexLiterals && character === '/' && mayBeRegex && isExpected(line, place)) {
      const end = endOfRegex(line, place + 1);
      mayBeRegex = end !== null;
      if (mayBeRegex && !isQuiet) sink.text('');
      return end;
    }
    if (lexis.hasJsx && character === '<' && isElement(line, place)) {
      frames.push({ in: 'tag' });
      return place + 1;
    }
    return null;
  };

  const readHeredoc = (heredoc: RegExp, line: string, place: number): number | null => {
    heredoc.lastIndex = place;
    const end = heredoc.exec(line)?.groups?.word;
    if (end === undefined) return null;
    heredocs.push(end);
    if (!sink.isSkipping) sink.text('');
    return heredoc.lastIndex;
  };

  const readWord = (line: string, place: number, first: number): number => {
    const end = isInWords(first) ? endOfLetters(line, place + 1) : endOfWord(line, place);
    if (end === place) return readMark(line, place, line[place] ?? '');
    sink.word(line.slice(place, end));
    return end;
  };

  /** Of a word that begins with a letter: nearly all hold letters alone, and need no look at the language's rule. */
  const endOfLetters = (line: string, start: number): number => {
    let place = start;
    while (isInWords(line.charCodeAt(place))) place += 1;
    return place === line.length || wordEnds[line.charCodeAt(place)] === 1
      ? place
      : endOfWord(line, start - 1);
  };

  const endOfWord = (line: string, place: number): number => {
    lexis.word.lastIndex = place;
    return lexis.word.test(line) ? lexis.word.lastIndex : place;
  };

  const readMark = (line: string, place: number, character: string): number => {
    if (isDigit(line.charCodeAt(place))) {
      number.lastIndex = place;
      number.test(line);
      sink.mark('0');
      return number.lastIndex;
    }
    const second = line[place + 1];
    const isPair =
      (character === '=' && (second === '>' || second === '=')) ||
      (character === ':' && (second === ':' || second === '=')) ||
      (character === '-' && second === '>');
    sink.mark(isPair ? character + second : character);
    return place + (isPair ? 2 : 1);
  };

  const readInside = (frame: Frame, line: string, place: number): number => {
    if (frame.in === 'hole') return readHole(frame, line, place);
    if (frame.in === 'comment') return readComment(frame, line, place);
    if (frame.in === 'string') return readString(frame.rule, line, place);
    if (frame.in === 'page') {
      const { open } = lexis.island ?? { open: '' };
      const begin = line.indexOf(open, place);
      if (begin === -1) return line.length;
      frames.pop();
      return begin + open.length;
    }
    if (frame.in === 'heredoc') {
      if (line.trim() === frame.end || line.trim() === `${frame.end};`) frames.pop();
      return line.length;
    }
    return readElement(frame.in, frames, line, place);
  };

  const readComment = (frame: { depth: number }, line: string, place: number): number => {
    const { open, close, nests } = lexis.blockComment ?? { open: '', close: '', nests: false };
    const end = line.indexOf(close, place);
    const inner = nests ? line.indexOf(open, place) : -1;
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
    for (let place = start + plain; place < line.length; place += 1) {
      if (rule.escape === 'backslash' && line[place] === '\\') {
        place += 1;
      } else if (line.startsWith(rule.close, place)) {
        const after = place + rule.close.length;
        if (rule.escape === 'doubled' && line.startsWith(rule.close, after)) place = after;
        else {
          frames.pop();
          return after;
        }
      } else if (rule.hole !== undefined && line.startsWith(rule.hole, place)) {
        frames.push({ in: 'hole', depth: 0 });
        return place + rule.hole.length;
      }
    }
    return line.length;
  };

  return {
    read(line) {
      mayBeRegex = true;
      if (line === '') return;
      // A search takes less time than a look at each character, and many lines hold nothing of interest.
      const first = frames.length === 0 && sink.isSkipping ? line.search(stop) : 0;
      for (let place = first === -1 ? line.length : first; place < line.length; ) {
        const frame = frames.at(-1);
        if (frame) place = readInside(frame, line, place);
        else place = sink.isSkipping ? readBrackets(line, place) : readCode(line, place);
      }
      endLine(line);
    },
    get isInCode() {
      return frames.length === 0;
    },
  };

  function endLine(line: string): void {
    const frame = frames.at(-1);
    // What is left open at the end of its line was no string, unless the line goes on.
    if (frame?.in === 'string' && !frame.rule.spansLines && !line.endsWith('\\')) frames.pop();
    const [end] = heredocs;
    if (end === undefined) return;
    frames.push({ in: 'heredoc', end });
    heredocs.length = 0;
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Whether it may stand in the words of every language. */
const isInWords = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || isDigit(code);
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 160;
