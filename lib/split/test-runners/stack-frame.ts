import type { Place } from './place.ts';

export interface StackFrame {
  place: Place;
  /** Code of the project itself: no package, no runtime, no test runner. */
  isOwn: boolean;
}

const foreign =
  /node_modules|(?:^|\/)(?:node:|internal\/|vendor\/|usr\/(?:lib|share)\/|rustc\/)|^(?:node:|<|native|\[)|site-packages|dist-packages|\/lib\/python\d|<frozen|\/unittest\/|\/gems\/|\.cargo\/registry/;
const foreignClass =
  /^(?:\S*\/)?(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|org\.(?:junit|opentest4j|apache|gradle|testng|hamcrest|assertj|mockito|codehaus)|junit|Xunit|NUnit|Microsoft|System)\./;
/** `src/a.ts:12:3`, `a.js:12`, at the end of a line; `{` opens the properties of an error. */
const javaScriptEnd = /:(\d+)(?::\d+)?\)?(?: \{)?$/;

/**
 * A line of a stack trace: JavaScript (`at f (a.js:1:2)`, vitest's `❯`, ava's `›`), Java, .NET, Rust, Python and Ruby.
 * `null`: it is none.
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

function atFrame(text: string): StackFrame | null {
  const end = javaScriptEnd.exec(text);
  if (!end) return runtimeFrame(text) ?? dotNetFrame(text);
  const before = text.slice(0, end.index);
  const open = before.lastIndexOf('(');
  const path = open === -1 ? before.slice(before.lastIndexOf(' ') + 1) : before.slice(open + 1);
  if (path === '') return null;
  const isJava = /\.(?:java|kt|scala|groovy)$/.test(path);
  return {
    place: { path: plainPath(path), line: end[1] ?? null },
    isOwn: isJava ? !foreignClass.test(before) : !foreign.test(path),
  };
}

/** `at <Jasmine>`, `at <anonymous>`, `at native`. */
const runtimeFrame = (text: string): StackFrame | null =>
  /^(?:<[\w ]+>|native)$/.test(text) ? { place: { path: text, line: null }, isOwn: false } : null;

function dotNetFrame(text: string): StackFrame | null {
  const found = / in ([^:]*(?::[\\/][^:]*)?):line (\d+)$/.exec(text);
  return found
    ? { place: { path: found[1] ?? '', line: found[2] ?? null }, isOwn: !foreignClass.test(text) }
    : null;
}

function pythonFrame(text: string): StackFrame | null {
  const found = /^File "([^"]+)", line (\d+)/.exec(text);
  return found ? frameOf(found[1], found[2]) : null;
}

function rubyFrame(text: string): StackFrame | null {
  const found = /^# ([^\s:]+\.rb):(\d+)/.exec(text);
  return found ? frameOf(found[1], found[2]) : null;
}

const frameOf = (path = '', line = ''): StackFrame => ({
  place: { path: plainPath(path), line },
  isOwn: !foreign.test(path),
});

export const plainPath = (path: string): string => path.replace(/^(?:async )?(?:file:\/\/)?(?:\.\/)?/, '');
