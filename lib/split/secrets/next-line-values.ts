import type { FoundSecret } from './found-secret.ts';
import type { SecretName } from './named-values.ts';
import { isChosenSecret } from './password-value.ts';
import type { SecretKind } from './secret-kind.ts';

/** Behind a name whose value stands in the next line: nothing but what assigns it, or begins a block. */
const nothing = /["'`]?[)\]]?[ \t]{0,8}(?:(?::|=>?|:=)[ \t]{0,8}(?:[|>][-+]?\d?)?|>)[ \t]{0,8}\r?(?:\n|$)/y;
const isNamed =
  /(?:^|\n)[ \t{-]{0,40}["']?(?:name|key|variable|setting|parameter)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?$/i;
const afterNamed = /["']?[ \t]{0,8},?[ \t]{0,8}\r?(?:\n|$)/y;

/** Alone in its line, in quotes or behind a dash. */
const alone =
  /[ \t]{0,80}(?:\d{1,9}[:|\t-][ \t]{0,80})?(?:[-+|>][ \t]{1,80})?(["'`]?)([^\s"'`]{3,256})\1,?;?[ \t]{0,8}\r?(?=\n|$)/y;
const valueLine =
  /[ \t]{0,80}["']?(?:value|stringValue|default)["']?[ \t]{0,8}[:=][ \t]{0,8}(["']?)([^\s"']{3,256})\1,?[ \t]{0,8}\r?(?=\n|$)/iy;
/** What a shell asks with, once the password was right; what begins the next entry. */
const noValue = /^[\w.-]+@[\w.-]+:|[:{[(,]$|^[<[({#]|^-|^[\w.-]+[:=]/;

interface Awaited {
  kind: SecretKind;
  line: 'value' | 'alone';
}

export interface NextLineValues {
  /** A name of the text; nothing, if its value does not stand in the next line. */
  visit(text: string, name: SecretName, found: FoundSecret[]): void;
  /** What the first line of the next piece is, if the last one ended with a name. */
  start(text: string, found: FoundSecret[]): void;
}

/** Finds values in the line after their name, over the pieces of a text: `password:` and `hunter2`; `name: PASSWORD` and `value: hunter2`. */
export function createNextLineValues(): NextLineValues {
  let awaited: Awaited | null = null;
  const read = (text: string, at: number, wanted: Awaited, found: FoundSecret[]) => {
    const value = valueIn(text, at, wanted);
    if (value) found.push(value);
  };
  return {
    start(text, found) {
      if (awaited && text !== '') read(text, 0, awaited, found);
      if (text !== '') awaited = null;
    },
    visit(text, { start, end, kind }, found) {
      const gap = matchAt(nothing, text, end);
      const ended = gap === null ? matchAt(afterNamed, text, end) : null;
      const named =
        ended !== null && isNamed.test(text.slice(Math.max(0, start - 100), start)) ? ended : null;
      const skipped = gap ?? named;
      if (skipped === null) return;
      const next = end + skipped.length;
      const wanted: Awaited = { kind, line: gap === null ? 'value' : 'alone' };
      if (next < text.length) read(text, next, wanted, found);
      else awaited = wanted;
    },
  };
}

function valueIn(text: string, at: number, { kind, line }: Awaited): FoundSecret | null {
  const pattern = line === 'value' ? valueLine : alone;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const [whole, quote = '', value] = match ?? [];
  if (whole === undefined || value === undefined || noValue.test(value)) return null;
  const style = line === 'value' ? 'line' : quote === '' ? 'inline' : 'quoted';
  if (!isChosenSecret(value, kind, style)) return null;
  const start = at + whole.lastIndexOf(value);
  return { start, end: start + value.length, kind };
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
