import { type FrameLine, frameAt } from './frame-at.ts';

/** What a line means to a trace. */
export type TraceLine =
  | { means: 'frame'; frame: FrameLine; order: 'innermost first' | 'innermost last' }
  /** The function of the frame that follows. */
  | { means: 'symbol'; symbol: string }
  /** `error`: what was thrown, where the line says it; else it comes at the end, or on the next line. */
  | { means: 'begin'; error: string | null; place: string | null; errorIs: 'here' | 'next' | 'last' }
  | { means: 'cause'; error: string }
  /** More of the message of what began. */
  | { means: 'detail'; detail: string }
  /** Python's sentence between two errors: the next one is what came of this one. */
  | { means: 'chain' }
  /** Another thread: from the second on frames are not those of the error. */
  | { means: 'other' }
  /** The frames that follow are of something else. */
  | { means: 'over' }
  /** Belongs to a trace, and tells nothing. */
  | { means: 'nothing' };

const nothing: TraceLine = { means: 'nothing' };

/** `null`: nothing of a trace. Most lines are not: a character or two tell them. */
export function traceLineOf(text: string): TraceLine | null {
  const first = text.charCodeAt(0);
  if (first === space || first === tab) return indented(text);
  switch (first) {
    case 35: // #
      return numbered(text);
    case 61: // =
      return text.startsWith('==') ? sanitizer(text) : null;
    case 67: // C
      return text.startsWith('Caused by: ') ? { means: 'cause', error: text.slice(11) } : null;
    case 68: // D
    case 84: // T
      return python(text);
    case 69: // E
      return jvmHead(text);
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

const begin = (error: string): TraceLine => ({ means: 'begin', error, place: null, errorIs: 'here' });

function indented(text: string): TraceLine | null {
  const line = text.trimStart();
  switch (line.charCodeAt(0)) {
    case 97: // a
      return line.startsWith('at ') ? framed(frameAt(line.slice(3).trimEnd())) : null;
    case 70: {
      // F
      const [, path, number, symbol] =
        /^File "([^"]{1,500})", line (\d{1,9})(?:, in (.{1,200}))?$/.exec(line) ?? [];
      if (path === undefined) return null;
      return {
        means: 'frame',
        frame: { symbol: symbol ?? null, place: `${path}:${number}` },
        order: 'innermost last',
      };
    }
    case 102: // f
      return line.startsWith('from ') ? rubyFrame(line.slice(5)) : null;
    case 47: {
      // /
      const [, place] = /^(\/\S{1,500}\.go:\d{1,9})(?: \+0x[0-9a-f]+)?$/.exec(line) ?? [];
      return place === undefined ? null : framed({ symbol: null, place });
    }
    case 35: // #
      return numbered(line);
    case 91: {
      // [
      return line.startsWith('[cause]: ') ? { means: 'cause', error: line.slice(9) } : null;
    }
    case 45: // -
      if (line.startsWith('---> ')) return { means: 'cause', error: line.slice(5) };
      return line.startsWith('--- End of ') ? nothing : null;
    case 46: // .
      return /^\.\.\. \d+ (?:more|common frames omitted|lines matching)/.test(line) ? nothing : null;
    case 67: // C
      return line.startsWith('Caused by: ') ? { means: 'cause', error: line.slice(11) } : null;
    case 119: // w
      return line.startsWith('what():  ') ? { means: 'detail', detail: line } : null;
    default: {
      const [, symbol] = /^\d{1,4}: +(?:0x[0-9a-f]+ - )?(\S.{0,300})$/.exec(line) ?? [];
      return symbol === undefined ? null : { means: 'symbol', symbol };
    }
  }
}

const framed = (frame: FrameLine | null): TraceLine | null =>
  frame && { means: 'frame', frame, order: 'innermost first' };

/** `#0 /app/a.php(12): run()`, `#1 0x55 in main a.c:12:3`, `#2  0x00 in main () at a.c:12` */
function numbered(text: string): TraceLine | null {
  const [, rest = ''] = /^#\d{1,4} +(.{1,1000})$/.exec(text) ?? [];
  if (rest === '') return null;
  if (rest === '{main}') return nothing;
  const [, path, number, called] = /^([^\s()]{1,500})\((\d{1,9})\): (.{1,300})$/.exec(rest) ?? [];
  if (path !== undefined) return framed({ symbol: called ?? null, place: `${path}:${number}` });
  if (/^\[internal function\]/.test(rest)) return framed({ symbol: rest, place: null });
  const isCall = /^0x[0-9a-f]+ in |^\w[\w:~<>,*& ]{0,200} \(/.test(rest);
  if (!isCall) return null;
  const symbol = /^(?:0x[0-9a-f]+ in )?([\w:~<>$.]{1,200})/.exec(rest)?.[1] ?? null;
  const last = rest.slice(rest.lastIndexOf(' ') + 1);
  return framed({ symbol, place: /:\d{1,9}(?::\d{1,9})?$/.test(last) ? last : null });
}

function sanitizer(text: string): TraceLine | null {
  const [, error] = /^==\d{1,9}==(?:ERROR|WARNING): (.{1,300})$/.exec(text) ?? [];
  return error === undefined ? valgrind(text) : begin(error);
}

/** Where memory came from: `allocated by thread T0 here:`. */
const otherStack = (text: string): TraceLine | null =>
  /^(?:allocated|freed|previously allocated) by thread .{1,60}here:$/.test(text) ? { means: 'over' } : null;

/** `==12== Invalid read of size 4`, `==12==    at 0x10915E: copy (parse.c:6)` */
function valgrind(text: string): TraceLine | null {
  const [, rest = ''] = /^==\d{1,9}== (.{1,400})$/.exec(text) ?? [];
  const [, symbol = '', place] =
    /^ {3}(?:at|by) 0x[0-9A-F]+: (\S.{0,200}?)(?: \((?:in )?([^()]{1,200})\))?$/.exec(rest) ?? [];
  if (symbol !== '')
    return framed({ symbol, place: place !== undefined && /:\d/.test(place) ? place : null });
  if (/^ Address 0x/.test(rest)) return { means: 'over' };
  const isFault =
    /^(?:Invalid |Conditional jump |Use of |Process terminating |Mismatched |Source and destination|Syscall param |[\d,]+ (?:\([\d, a-z]+\) )?bytes in )/.test(
      rest,
    );
  return isFault ? begin(rest) : null;
}

function python(text: string): TraceLine | null {
  if (text.startsWith('Traceback (most recent call last)')) {
    return { means: 'begin', error: null, place: null, errorIs: 'last' };
  }
  const isChain =
    text.startsWith('During handling of the above exception') ||
    text.startsWith('The above exception was the direct cause');
  return isChain ? { means: 'chain' } : null;
}

function jvmHead(text: string): TraceLine | null {
  if (text.startsWith('Exception in thread "')) {
    const end = text.indexOf('" ', 21);
    return end === -1 ? null : begin(text.slice(end + 2));
  }
  return text.startsWith('Exception in Application ') ? begin(text) : null;
}

/** `PHP Fatal error:  Uncaught Exception: msg in /app/a.php:12` */
function php(text: string): TraceLine {
  const rest = text.slice(text.indexOf('Uncaught ') + 9);
  const [, place] = / in (\/\S{1,500}:\d{1,9})$/.exec(rest.slice(-600)) ?? [];
  return {
    means: 'begin',
    error: place ? rest.slice(0, rest.lastIndexOf(' in ')) : rest,
    place: place ?? null,
    errorIs: 'here',
  };
}

const signal = (text: string): TraceLine | null =>
  text.startsWith('Program received signal ') || text.startsWith('Program terminated with signal ')
    ? begin(text)
    : null;

function goroutine(text: string): TraceLine | null {
  return /^goroutine \d{1,9} (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[/.test(text) ? { means: 'other' } : null;
}

function rust(text: string): TraceLine | null {
  const [, quoted, place] =
    /^thread '[^']{0,100}'(?: \(\d+\))? panicked at (?:'(.{0,500})', )?(.{1,300})$/.exec(text) ?? [];
  if (place === undefined) return null;
  const where = place.replace(/:$/, '');
  return {
    means: 'begin',
    error: quoted ?? null,
    place: where,
    errorIs: quoted === undefined ? 'next' : 'here',
  };
}

/** ``a.rb:3:in `run': no such thing (ArgumentError)`` */
function ruby(text: string): TraceLine | null {
  if (!text.includes('.rb:')) return null;
  const [, place, rest = ''] =
    /^(\S{1,300}\.rb:\d{1,9}):(?:in [`'][^`']{1,200}': )?(.{1,1000})$/.exec(text) ?? [];
  const type = / \(([A-Z][\w:]{1,100})\)$/.exec(rest.slice(-110))?.[1];
  if (place === undefined || type === undefined) return null;
  return { means: 'begin', error: rest, place, errorIs: 'here' };
}

function rubyFrame(text: string): TraceLine | null {
  const [, place, symbol] = /^(\S{1,400}:\d{1,9}):in [`'](.{1,200})'$/.exec(text) ?? [];
  return place === undefined ? null : framed({ symbol: symbol ?? null, place });
}
