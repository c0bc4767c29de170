import type { FoundSecret } from './found-secret.ts';
import type { SecretName } from './named-values.ts';
import { isChosenSecret } from './password-value.ts';
import type { SecretKind } from './secret-kind.ts';

/** After a name whose value is on the next line: only an assignment sign, or the start of a block. */
const nothing = /["'`]?[)\]]?[ \t]{0,8}(?:(?::|=>?|:=)[ \t]{0,8}(?:[|>][-+]?\d?)?|>)[ \t]{0,8}\r?(?:\n|$)/y;
const isNamed =
  /(?:^|\n)[ \t{-]{0,40}["']?(?:name|key|variable|setting|parameter)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?$/i;
const afterNamed = /["']?[ \t]{0,8},?[ \t]{0,8}\r?(?:\n|$)/y;

/** A value alone on its line, in quotes or after a dash. */
const alone =
  /[ \t]{0,80}(?:\d{1,9}[:|\t-][ \t]{0,80})?(?:[-+|>][ \t]{1,80})?(["'`]?)([^\s"'`]{3,256})\1,?;?[ \t]{0,8}\r?(?=\n|$)/y;
const valueLine =
  /[ \t]{0,80}["']?(?:value|stringValue|default)["']?[ \t]{0,8}[:=][ \t]{0,8}(["']?)([^\s"']{3,256})\1,?[ \t]{0,8}\r?(?=\n|$)/iy;
/** A shell prompt after a correct password, or the start of the next entry. */
const noValue = /^[\w.-]+@[\w.-]+:|[:{[(,]$|^[<[({#]|^-|^[\w.-]+[:=]/;

interface Awaited {
  kind: SecretKind;
  line: 'value' | 'alone';
}

export interface NextLineValues {
  /** Awaits the value of a name; does nothing when its value cannot be on the next line. */
  visit(text: string, name: SecretName, found: FoundSecret[]): void;
  /** Checks the first line of the next piece, when the last one ended with a name. */
  start(text: string, found: FoundSecret[]): void;
}

/**
 * Finds values on the line after their name, over the pieces of a text: `password:` and `hunter2`;
 * `name: PASSWORD` and `value: hunter2`.
 */
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
