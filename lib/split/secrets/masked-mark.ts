import type { FoundSecret } from './found-secret.ts';
import { secretKinds } from './secret-kind.ts';

/** Replaces a secret in a text; contains nothing of the secret. */
export const maskedMark = (name: string): string => `[masked: ${name}]`;

const opening = '[masked: ';
const marks = new RegExp(`\\[masked: ((?:${secretKinds.join('|')})(?: #\\d{1,6})?)\\]`, 'g');

export interface MaskedMark {
  start: number;
  end: number;
  name: string;
}

export const findMaskedMarks = (text: string): MaskedMark[] =>
  text.includes(opening)
    ? [...text.matchAll(marks)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        name: match[1] ?? '',
      }))
    : [];

/** Drops matches that lie in our own marks, since a text may be masked more than once. They are in order. */
export function outsideMarks(text: string, found: readonly FoundSecret[]): readonly FoundSecret[] {
  const spared = found.length === 0 ? [] : findMaskedMarks(text);
  if (spared.length === 0) return found;
  let next = 0;
  return found.filter(({ start, end }) => {
    while ((spared[next]?.end ?? text.length) <= start) next += 1;
    const mark = spared[next];
    return !mark || start < mark.start || end > mark.end;
  });
}
