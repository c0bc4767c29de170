import type { FoundSecret } from './found-secret.ts';
import { secretKinds } from './secret-kind.ts';

/** What stands in the place of a secret; nothing of the secret is in it. */
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

/** Without what only our own marks say: a text may pass here more than once. */
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
