import { begin, framed, nothingTraced, type TraceLine } from './trace-meaning.ts';

/** `#0 /app/a.php(12): run()`, `#1 0x55 in main a.c:12:3`, `#2  0x00 in main () at a.c:12` */
export function numbered(text: string): TraceLine | null {
  const [, remaining = ''] = /^#\d{1,4} +(.{1,1000})$/.exec(text) ?? [];
  if (remaining === '') return null;
  if (remaining === '{main}') return nothingTraced;
  const [, path, number, called] = /^([^\s()]{1,500})\((\d{1,9})\): (.{1,300})$/.exec(remaining) ?? [];
  if (path !== undefined) return framed({ symbol: called ?? null, location: `${path}:${number}` });
  if (/^\[internal function\]/.test(remaining)) return framed({ symbol: remaining, location: null });
  const isCall = /^0x[0-9a-f]+ in |^\w[\w:~<>,*& ]{0,200} \(/.test(remaining);
  if (!isCall) return null;
  const symbol = /^(?:0x[0-9a-f]+ in )?([\w:~<>$.]{1,200})/.exec(remaining)?.[1] ?? null;
  const last = remaining.slice(remaining.lastIndexOf(' ') + 1);
  return framed({ symbol, location: /:\d{1,9}(?::\d{1,9})?$/.test(last) ? last : null });
}

/** AddressSanitizer and related tools, and Valgrind. */
export function sanitizer(text: string): TraceLine | null {
  const [, error] = /^==\d{1,9}==(?:ERROR|WARNING): (.{1,300})$/.exec(text) ?? [];
  return error === undefined ? valgrind(text) : begin(error);
}

/** The stack of an allocation: `allocated by thread T0 here:`. */
export const otherStack = (text: string): TraceLine | null =>
  /^(?:allocated|freed|previously allocated) by thread .{1,60}here:$/.test(text) ? { means: 'over' } : null;

/** `==12== Invalid read of size 4`, `==12==    at 0x10915E: copy (parse.c:6)` */
function valgrind(text: string): TraceLine | null {
  const [, remaining = ''] = /^==\d{1,9}== (.{1,400})$/.exec(text) ?? [];
  const [, symbol = '', location] =
    /^ {3}(?:at|by) 0x[0-9A-F]+: (\S.{0,200}?)(?: \((?:in )?([^()]{1,200})\))?$/.exec(remaining) ?? [];
  if (symbol !== '')
    return framed({ symbol, location: location !== undefined && /:\d/.test(location) ? location : null });
  if (/^ Address 0x/.test(remaining)) return { means: 'over' };
  const isFault =
    /^(?:Invalid |Conditional jump |Use of |Process terminating |Mismatched |Source and destination|Syscall param |[\d,]+ (?:\([\d, a-z]+\) )?bytes in )/.test(
      remaining,
    );
  return isFault ? begin(remaining) : null;
}

/** Signals as gdb reports them. */
export const signal = (text: string): TraceLine | null =>
  text.startsWith('Program received signal ') || text.startsWith('Program terminated with signal ')
    ? begin(text)
    : null;
