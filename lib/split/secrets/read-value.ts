/** A value without its quotes. */
export interface Value {
  start: number;
  end: number;
  text: string;
  isQuoted: boolean;
}

const maxCharacters = 256;
const opening = /(?:[a-zA-Z@$]{0,2}(?=\\{0,3}["']))?\\{0,3}["'`]/y;
/** An unquoted value: it ends before these characters. */
const bare = /^[^\s"'`,;<>|&)}\]]+/;
/** An unquoted value alone on its line, which may contain some of them. */
const lineOnly = /^[^\s"'`]*[^\s"'`,;]/;
const lineEnd = /^[,;]?[ \t]{0,8}\r?(?:\n|$)/;
/** Another setting, a call or a bracket: the value ends before it. */
const otherSetting = /[<>|&(){}[\]]|[,;][\w.-]+[=:]/;

/** The value that starts here. `null`: there is none, or it has no end. */
export function findValue(text: string, at: number): Value | null {
  opening.lastIndex = at;
  const quote = opening.exec(text)?.[0];
  return quote === undefined ? bareValue(text, at) : quotedValue(text, at + quote.length, quote);
}

function quotedValue(text: string, start: number, opened: string): Value | null {
  const quote = opened.replace(/^[a-zA-Z@$]+/, '');
  const limit = Math.min(text.length, start + maxCharacters);
  for (let at = start; at < limit; at += 1) {
    const character = text.charAt(at);
    if (character === '\n') return null;
    if (text.startsWith(quote, at)) return { start, end: at, text: text.slice(start, at), isQuoted: true };
    if (character === '\\') at += 1;
  }
  return null;
}

function bareValue(text: string, start: number): Value | null {
  const near = text.slice(start, start + maxCharacters + 16);
  const whole = lineOnly.exec(near)?.[0] ?? '';
  const isAlone = whole.length <= maxCharacters && lineEnd.test(near.slice(whole.length));
  const word = isAlone && !otherSetting.test(whole) ? whole : (bare.exec(near)?.[0] ?? '');
  const value = word.replace(/[.:?]+$/, '');
  if (value === '' || word.length > maxCharacters) return null;
  return { start, end: start + value.length, text: value, isQuoted: false };
}
