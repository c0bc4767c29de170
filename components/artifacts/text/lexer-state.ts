import type { LineStates } from './chunk-states.ts';

/**
 * What is still open at the start of a line, innermost last: `*` a block comment, `` ` `` a template or raw
 * string, `$` an interpolation in a template, `{` a brace inside that, `"` and `'` a string of three quotes.
 * `''` is plain code. A chunk of lines is highlighted correctly only if it starts in the state of the lines
 * before it.
 */
export type LexerState = string;

interface Family {
  hasBlockComment: boolean;
  lineComment: RegExp | null;
  /** Backquoted text: a template with `${}`, or raw up to the next backquote. */
  backquote: 'template' | 'raw' | null;
  hasRegex: boolean;
  hasTripleQuotes: boolean;
  hasSingleQuotes: boolean;
}

const cLike: Family = {
  hasBlockComment: true,
  lineComment: /^\/\//,
  backquote: null,
  hasRegex: false,
  hasTripleQuotes: false,
  hasSingleQuotes: true,
};
const scriptLike: Family = { ...cLike, backquote: 'template', hasRegex: true };
const pythonLike: Family = { ...cLike, hasBlockComment: false, lineComment: /^#/, hasTripleQuotes: true };

const families: Readonly<Record<string, Family>> = {
  typescript: scriptLike,
  tsx: scriptLike,
  javascript: scriptLike,
  jsx: scriptLike,
  go: { ...cLike, backquote: 'raw' },
  // A single quote starts a lifetime as often as a character.
  rust: { ...cLike, hasSingleQuotes: false },
  java: { ...cLike, hasTripleQuotes: true },
  kotlin: { ...cLike, hasTripleQuotes: true },
  swift: { ...cLike, hasTripleQuotes: true },
  c: cLike,
  cpp: cLike,
  csharp: cLike,
  php: { ...cLike, lineComment: /^(?:\/\/|#)/ },
  css: { ...cLike, lineComment: null },
  scss: cLike,
  sql: { ...cLike, lineComment: /^--/ },
  python: pythonLike,
};

/** A slash after one of these starts a regular expression; after anything else it divides. */
const beforeRegex =
  /(?:^|[([{,;:=!&|?+\-*%~^<>]|\b(?:return|typeof|case|in|of|delete|void|throw|new|do|else|yield|await))\s*$/;
const regexLiteral = /^\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\/[a-z]*/;
const quoted = /^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/;
const doubleQuoted = /^"(?:[^"\\]|\\.)*"?/;

/**
 * The state after these lines, given the state before them. In unsupported languages nothing is ever open.
 */
export function scanLines(lines: readonly string[], language: string | null, state: LexerState): LexerState {
  const family = language === null ? undefined : families[language];
  if (!family) return '';
  let open = state;
  for (const line of lines) open = scanLine(line, family, open);
  return open;
}

function scanLine(line: string, family: Family, state: LexerState): LexerState {
  let open = state;
  let at = 0;
  while (at < line.length) {
    const step = stepFrom(line, at, family, open);
    at += step.length;
    open = step.open;
  }
  return open;
}

interface Step {
  length: number;
  open: LexerState;
}

function stepFrom(line: string, at: number, family: Family, open: LexerState): Step {
  const innermost = open.at(-1);
  if (innermost === '*') return toEnd(line, at, '*/', open);
  if (innermost === '"') return toEnd(line, at, '"""', open);
  if (innermost === "'") return toEnd(line, at, "'''", open);
  if (innermost === '`') return inBackquotes(line, at, family, open);
  return inCode(line, at, family, open);
}

function toEnd(line: string, at: number, mark: string, open: LexerState): Step {
  const end = line.indexOf(mark, at);
  if (end === -1) return { length: line.length - at, open };
  return { length: end + mark.length - at, open: open.slice(0, -1) };
}

function inBackquotes(line: string, at: number, family: Family, open: LexerState): Step {
  const isTemplate = family.backquote === 'template';
  if (line[at] === '`') return { length: 1, open: open.slice(0, -1) };
  if (isTemplate && line[at] === '\\') return { length: 2, open };
  if (isTemplate && line.startsWith('${', at)) return { length: 2, open: `${open}$` };
  return { length: 1, open };
}

function inCode(line: string, at: number, family: Family, open: LexerState): Step {
  const remaining = line.slice(at);
  if (family.hasBlockComment && remaining.startsWith('/*')) return { length: 2, open: `${open}*` };
  if (family.lineComment?.test(remaining)) return { length: remaining.length, open };
  if (family.hasTripleQuotes && remaining.startsWith('"""')) return { length: 3, open: `${open}"` };
  if (family.hasTripleQuotes && family.hasSingleQuotes && remaining.startsWith("'''"))
    return { length: 3, open: `${open}'` };
  if (family.backquote !== null && remaining[0] === '`') return { length: 1, open: `${open}\`` };
  const text = (family.hasSingleQuotes ? quoted : doubleQuoted).exec(remaining);
  if (text) return { length: text[0].length, open };
  if (family.hasRegex && remaining[0] === '/' && beforeRegex.test(line.slice(0, at))) {
    return { length: regexLiteral.exec(remaining)?.[0].length ?? 1, open };
  }
  return { length: 1, open: withBrace(remaining[0], open) };
}

/** Braces matter only inside an interpolation, to find its end. */
function withBrace(character: string | undefined, open: LexerState): LexerState {
  const innermost = open.at(-1);
  const isInterpolated = innermost === '$' || innermost === '{';
  if (!isInterpolated) return open;
  if (character === '{') return `${open}{`;
  return character === '}' ? open.slice(0, -1) : open;
}

const openers: Readonly<Record<string, string>> = {
  '*': '/*',
  '`': '`',
  $: '${',
  '{': '{',
  '"': '"""',
  "'": "'''",
};
const closers: Readonly<Record<string, string>> = {
  '*': '*/',
  '`': '`',
  $: '}',
  '{': '}',
  '"': '"""',
  "'": "'''",
};

/** Text that puts a highlighter into a state; `closingText` takes it out again. */
export const openingText = (state: LexerState): string =>
  [...state].map((mark) => openers[mark] ?? '').join('');
export const closingText = (state: LexerState): string =>
  [...state]
    .reverse()
    .map((mark) => closers[mark] ?? '')
    .join('');

/** The states of a language's lines; where unknown, plain code is assumed. */
export const codeStates = (language: string | null): LineStates | null =>
  language === null
    ? null
    : { after: (lines, state) => scanLines(lines, language, state), start: '', unknown: '' };
