import type { Grammar, GrammarPosition, Inside, Opening, Token } from './grammar.ts';
import type { LanguageReader } from './language-reader.ts';
import { createLexer } from './lexer.ts';
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

/**
 * Reads languages with braces: follows the nesting, and asks the grammar about the tokens before each brace
 * or statement end.
 */
export function createBraceReader(grammar: Grammar, outline: Outline): LanguageReader {
  const file = createFrame('', 'statements', null, 0, []);
  const frames: Frame[] = [];
  /** The nesting at each `#if`, restored for its other branches. */
  const branches: { frames: Frame[]; header: Token[] }[] = [];
  let top: Frame = file;
  let header: Token[] = [];
  let number = 0;

  const add = (is: Token['is'], text: string) => {
    // The start and the last token of a very long statement are enough.
    if (header.length === headerTokens) header.pop();
    header.push({ is, text, line: number });
  };

  const declare = (declared: NonNullable<Opening['declared']>, endLine: number): SourceSymbol =>
    outline.add({ ...declared, owner: declared.owner ?? top.owner, endLine });

  const endStatement = (endLine = header.at(-1)?.line ?? number) => {
    if (header.length > 0 && top.inside !== 'skip' && !top.isList) {
      for (const declared of grammar.ends(header, top, outline)) declare(declared, endLine);
    }
    header = [...top.prefix];
  };

  const beginToken = (is: Token['is'], text: string) => {
    const last = header.at(-1);
    if (!last || last.line === number || !grammar.endsAtLine) return;
    if (top.inside !== 'statements' && top.inside !== 'members') return;
    if (mayEndBefore(last, is, text, top.inside)) endStatement();
  };

  const frameAt = (bracket: string, inside: Inside, owner = top.owner): Frame =>
    createFrame(bracket, inside, owner, number, header);
  const push = (frame: Frame) => {
    if (frames.length >= maxFrames) return;
    top = frame;
    frames.push(top);
    header = [...top.prefix];
  };
  const skip = (bracket: string) => {
    // Nesting deeper than in any real program is not followed.
    if (top.skipped.length < maxFrames) top.skipped.push(closing[bracket] ?? '');
  };
  /** Whether it closes a bracket that was opened in skipped text. */
  const closeSkipped = (bracket: string): boolean => {
    const { skipped } = top;
    if (skipped.length === 0) return false;
    if (skipped.at(-1) === bracket) skipped.pop();
    else {
      const index = skipped.lastIndexOf(bracket);
      if (index === -1) return false;
      skipped.length = index;
    }
    return true;
  };

  const openBrace = () => {
    const last = header.at(-1);
    if (top.isList) {
      const isBody = last?.is === '()' || (last?.is === 'mark' && last.text === '=>');
      return push(frameAt('{', top.looksInside && isBody ? 'statements' : 'skip'));
    }
    const opening: Opening = grammar.opens(header, top, outline);
    const { declared, inside, ends } = opening;
    const symbol = declared ? declare(declared, number) : null;
    const owner =
      opening.owner ?? (inside === 'members' || inside === 'enum' ? declared?.name : undefined) ?? top.owner;
    const frame = frameAt('{', inside, owner);
    frame.symbol = symbol;
    frame.ends = ends;
    push(frame);
  };

  const closeTop = () => {
    const { bracket, outer, symbol, ends, inside } = top;
    const text = top.text ?? (top.isList && grammar.keepsLastWord ? lastWordIn(header) : null);
    const names = inside === 'names' ? namesIn(header) : '';
    if (inside !== 'skip' && inside !== 'names') endStatement();
    if (symbol) symbol.endLine = number;
    frames.pop();
    top = frames.at(-1) ?? file;
    header = ends ? [...top.prefix] : outer;
    if (!ends) add(bracket === '(' ? '()' : bracket === '[' ? '[]' : '{}', text ?? names);
  };

  const lexer = createLexer(grammar.lexis, {
    get isSkipping() {
      return top.inside === 'skip';
    },
    word(text) {
      beginToken('word', text);
      add('word', text);
      skipRest();
    },
    text(value) {
      beginToken('text', value);
      if (top.isList && header.length === 0) top.text ??= value;
      add('text', value);
      skipRest();
    },
    mark(text) {
      beginToken('mark', text);
      // In an enum, members follow its constants.
      if (text === ';' && top.inside === 'enum') {
        top.inside = 'members';
        header = [];
      }
      const isEnd = text === ';' || (text === ',' && (top.inside === 'object' || top.isList));
      if (!isEnd) add('mark', text);
      else if (top.isList) header = [];
      else endStatement(number);
      skipRest();
    },
    open(bracket) {
      if (top.inside === 'skip') return skip(bracket);
      if (bracket === '{') return openBrace();
      beginToken(bracket === '(' ? '()' : '[]', bracket);
      const isList = bracket === '(';
      if (isList && top.isList && header.length === 0 && grammar.keepsLastWord) top.text ??= bracket;
      // A member's name may be computed: `[Symbol.iterator]() {`.
      const isName = bracket === '[' && top.inside === 'members' && header.length <= maxBeforeName;
      const frame = frameAt(bracket, isList ? 'statements' : isName ? 'names' : 'skip');
      if (isList && grammar.opensBlock?.(header) === true) {
        frame.prefix = header;
        frame.ends = true;
      } else if (isList) {
        frame.isList = true;
        frame.looksInside = top.looksInside || grammar.looksInside?.(header) === true;
      }
      push(frame);
    },
    close(bracket) {
      if (closeSkipped(bracket)) return;
      if (frames.length === 0) {
        // A part of a file may start inside a block.
        header = [];
        return;
      }
      if (closing[top.bracket] === bracket) return closeTop();
      const index = frames.findLastIndex((frame) => closing[frame.bracket] === bracket);
      if (index === -1) return;
      while (frames.length > index) closeTop();
    },
  });
  /** For arguments that declare nothing, the first string is enough. */
  const skipRest = () => {
    if (top.isList && !top.looksInside) top.inside = 'skip';
  };

  const branch = (found: 'if' | 'else' | 'end' | boolean) => {
    if (found === 'if' && branches.length < maxBranches)
      branches.push({ frames: frames.slice(0, framesKept), header: [...header] });
    const before = branches.at(-1);
    if (found === 'else' && before && frames.length <= framesKept) {
      frames.splice(0, frames.length, ...before.frames);
      top = frames.at(-1) ?? file;
      header = [...before.header];
    }
    if (found === 'end') branches.pop();
  };

  return {
    line(text, lineNumber) {
      number = lineNumber;
      const found =
        grammar.preprocess && lexer.isInCode ? grammar.preprocess(text, lineNumber, outline) : false;
      if (found !== false) branch(found);
      else lexer.read(text);
    },
    finish() {
      const [open] = frames;
      if (frames.length === 0) endStatement();
      return open ? open.line : null;
    },
  };
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
