import { frameAt } from './frame-at.ts';
import { numbered, otherStack, sanitizer, signal } from './native-lines.ts';
import { elixirFrame, php, phpNext, python, ruby, rubyFrame } from './script-lines.ts';
import { begin, framed, nothingTraced, type TraceLine } from './trace-meaning.ts';

/** `null`: the line is not part of a trace. For most lines the first characters decide. */
export function traceLineOf(text: string): TraceLine | null {
  const first = text.charCodeAt(0);
  if (first === space || first === tab) return indented(text);
  switch (first) {
    case 35: // #
      return numbered(text);
    case 61: // =
      return text.startsWith('==') ? sanitizer(text) : null;
    case 42: // *
      return text.startsWith('** (') ? begin(text.slice(3)) : null;
    case 67: // C
      if (text === 'Caused by:') return { means: 'causes' };
      return text.startsWith('Caused by: ') ? { means: 'cause', error: text.slice(11) } : null;
    case 78: // N
      return text.startsWith('Next ') ? phpNext(text) : null;
    case 83: // S
      return text === 'Stack trace:' || text === 'Stack backtrace:' ? nothingTraced : null;
    case 68: // D
    case 84: // T
      return python(text);
    case 69: // E
      return text.startsWith('Exception Group') ? python(text) : jvmHead(text);
    case 70: // F
      return text.startsWith('Fatal error: Uncaught ') ? php(text) : null;
    case 80: // P
      return text.startsWith('PHP Fatal error:  Uncaught ') ? php(text) : signal(text);
    case 97: // a
      return otherStack(text);
    case 102: // f
      return text.startsWith('fatal error: ') ? begin(text) : otherStack(text);
    case 103: // g
      return goroutine(text);
    case 112: // p
      return text.startsWith('panic: ') ? begin(text) : otherStack(text);
    case 116: // t
      return text.startsWith("thread '")
        ? rust(text)
        : text.startsWith('terminate called ')
          ? begin(text)
          : null;
    case 85: // U
      return text.startsWith('Unhandled exception. ') ? begin(text.slice(21)) : null;
    default:
      return text.endsWith(')') ? ruby(text) : null;
  }
}

const space = 32;
const tab = 9;

function indented(text: string): TraceLine | null {
  const line = text.trimStart();
  switch (line.charCodeAt(0)) {
    case 97: // a
      return line.startsWith('at ') ? framed(frameAt(withoutBrace(line.slice(3).trimEnd()))) : null;
    case 70: {
      // F
      const [, path, number, symbol] =
        /^File "([^"]{1,500})", line (\d{1,9})(?:, in (.{1,200}))?$/.exec(line) ?? [];
      if (path === undefined) return null;
      return {
        means: 'frame',
        frame: { symbol: symbol ?? null, location: `${path}:${number}` },
        order: 'innermost last',
      };
    }
    case 102: // f
      return line.startsWith('from ') ? rubyFrame(line.slice(5)) : null;
    case 47: {
      // /
      const [, location] = /^(\/\S{1,500}\.(?:go|s|c):\d{1,9})(?: \+0x[0-9a-f]+)?$/.exec(line) ?? [];
      return location === undefined ? null : framed({ symbol: null, location: location });
    }
    case 35: // #
      return numbered(line);
    case 91: {
      // [
      return line.startsWith('[cause]: ') ? { means: 'cause', error: line.slice(9) } : null;
    }
    case 40: // (
      return elixirFrame(line);
    case 45: // -
      if (line.startsWith('---> ')) return { means: 'cause', error: line.slice(5) };
      return line.startsWith('--- End of ') ? nothingTraced : null;
    case 46: // .
      return /^\.\.\. \d+ (?:more|common frames omitted|lines matching)/.test(line) ? nothingTraced : null;
    case 67: // C
      return line.startsWith('Caused by: ') ? { means: 'cause', error: line.slice(11) } : null;
    case 108: // l
    case 114: // r
      // Rust and others print the compared values below the assertion.
      return /^(?:left|right): ./.test(line) ? { means: 'detail', detail: line } : null;
    case 119: // w
      return line.startsWith('what():  ') ? { means: 'detail', detail: line } : null;
    default:
      return isDigit(line.charCodeAt(0)) ? numberedSymbol(line) : null;
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Rust: `12: std::panicking::begin_panic`. */
function numberedSymbol(line: string): TraceLine | null {
  const [, symbol] = /^\d{1,4}: +(?:0x[0-9a-f]+ - )?(\S.{0,300})$/.exec(line) ?? [];
  return symbol === undefined ? null : { means: 'symbol', symbol };
}

/** Node prints an error's properties in braces after its last frame. */
const withoutBrace = (text: string): string => (text.endsWith(' {') ? text.slice(0, -2) : text);

function jvmHead(text: string): TraceLine | null {
  if (text.startsWith('Exception in thread "')) {
    const end = text.indexOf('" ', 21);
    return end === -1 ? null : begin(text.slice(end + 2));
  }
  return text.startsWith('Exception in Application ') ? begin(text) : null;
}

function goroutine(text: string): TraceLine | null {
  const [, state] = /^goroutine \d{1,9} (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[([^\],]{1,60})/.exec(text) ?? [];
  return state === undefined ? null : { means: 'other', state };
}

function rust(text: string): TraceLine | null {
  const [, quoted, location] =
    /^thread '[^']{0,100}'(?: \(\d+\))? panicked at (?:'(.{0,500})', )?(.{1,300})$/.exec(text) ?? [];
  if (location === undefined) return null;
  // Before Rust 1.73 the message came first, in quotes, and the location after its last line.
  if (quoted === undefined && location.startsWith("'")) return begin(location.slice(1));
  const where = location.replace(/:$/, '');
  return {
    means: 'begin',
    error: quoted ?? null,
    location: where,
    errorIs: quoted === undefined ? 'next' : 'here',
  };
}
