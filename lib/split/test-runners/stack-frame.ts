import type { SourceLocation } from './source-location.ts';

export interface StackFrame {
  /** Set when the frame is in project code; `null`: it is in a package, the runtime or the test runner. */
  own: SourceLocation | null;
}

const foreignFrame: StackFrame = { own: null };

const foreign =
  /node_modules|(?:^|\/)(?:node:|internal\/|vendor\/|usr\/(?:lib|share)\/|rustc\/)|^(?:node:|<|native|\[)|site-packages|dist-packages|\/lib\/python\d|<frozen|\/unittest\/|\/gems\/|\.cargo\/registry/;
const foreignClass =
  /^(?:\S*\/)?(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|org\.(?:junit|opentest4j|apache|gradle|testng|hamcrest|assertj|mockito|codehaus)|junit|Xunit|NUnit|Microsoft|System)\./;
/**
 * Parses a line of a stack trace: JavaScript (`at f (a.js:1:2)`, vitest's `❯`, ava's `›`), Java, .NET, Rust,
 * Python and Ruby.
 * @returns `null` when the line is not a frame
 */
export function stackFrame(line: string): StackFrame | null {
  const text = line.trim();
  switch (text[0]) {
    case 'a':
      return text.startsWith('at ') ? atFrame(text.slice(3)) : null;
    case '❯':
    case '›':
      return text[1] === ' ' ? atFrame(text.slice(2)) : null;
    case 'F':
      return pythonFrame(text);
    case '#':
      return rubyFrame(text);
    default:
      return null;
  }
}

/**
 * The index of the colon before the line number in `src/a.ts:12:3` or `a.js:12`; a trailing ` {` opens the
 * properties of an error.
 * @returns -1 when the text does not end in a number
 */
function lineColon(text: string): number {
  const close = text.endsWith(' {') ? text.length - 2 : text.length;
  const end = text[close - 1] === ')' ? close - 1 : close;
  const last = colonBefore(text, end);
  const first = last === -1 ? -1 : colonBefore(text, last);
  return first === -1 ? last : first;
}

/** The index of the colon before the number that ends at `end`. */
function colonBefore(text: string, end: number): number {
  let offset = end;
  while (isDigit(text.charCodeAt(offset - 1))) offset -= 1;
  return offset < end && text[offset - 1] === ':' ? offset - 1 : -1;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function atFrame(text: string): StackFrame | null {
  const colon = lineColon(text);
  if (colon === -1) return runtimeFrame(text) ?? dotNetFrame(text);
  const before = text.slice(0, colon);
  const open = before.lastIndexOf('(');
  const path = open === -1 ? before.slice(before.lastIndexOf(' ') + 1) : before.slice(open + 1);
  if (path === '') return null;
  // Most frames are in these folders, so the cheap test runs first.
  if (path.includes('node_modules') || path.startsWith('node:')) return foreignFrame;
  const isForeign = isJava(path) ? foreignClass.test(before) : foreign.test(path);
  return isForeign
    ? foreignFrame
    : { own: { path: plainPath(path), line: /\d+/.exec(text.slice(colon))?.[0] ?? null } };
}

const isJava = (path: string): boolean =>
  path.endsWith('.java') || path.endsWith('.kt') || path.endsWith('.scala') || path.endsWith('.groovy');

/** `at <Jasmine>`, `at <anonymous>`, `at native`. */
const runtimeFrame = (text: string): StackFrame | null =>
  /^(?:<[\w ]+>|native)$/.test(text) ? foreignFrame : null;

function dotNetFrame(text: string): StackFrame | null {
  const match = / in ([^:]*(?::[\\/][^:]*)?):line (\d+)$/.exec(text);
  if (!match) return null;
  return foreignClass.test(text) ? foreignFrame : { own: { path: match[1] ?? '', line: match[2] ?? null } };
}

function pythonFrame(text: string): StackFrame | null {
  const match = /^File "([^"]+)", line (\d+)/.exec(text);
  return match ? frameOf(match[1], match[2]) : null;
}

function rubyFrame(text: string): StackFrame | null {
  const match = /^# ([^\s:]+\.rb):(\d+)/.exec(text);
  return match ? frameOf(match[1], match[2]) : null;
}

const frameOf = (path = '', line = ''): StackFrame =>
  foreign.test(path) ? foreignFrame : { own: { path: plainPath(path), line } };

export const plainPath = (path: string): string => path.replace(/^(?:async )?(?:file:\/\/)?(?:\.\/)?/, '');
