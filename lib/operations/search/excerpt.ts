import { foldCase } from '#lib/core/algorithms/text/fold-case.ts';

const before = 40;
const after = 100;

/**
 * One line of a text, around its words where they are together, or around the first one.
 * @param words as `searchWords` gives them
 */
export function excerptOf(text: string, words: readonly string[]): string {
  const folded = foldCase(text);
  const [first = ''] = words;
  const phrase = words.join(' ');
  const together = folded.indexOf(phrase);
  return together === -1
    ? excerptAt(text, Math.max(0, folded.indexOf(first)), first.length)
    : excerptAt(text, together, phrase.length);
}

function excerptAt(text: string, index: number, length: number): string {
  const start = Math.max(0, index - before);
  const end = Math.min(text.length, index + length + after);
  // Half a surrogate pair at either end becomes a replacement character, which is removed.
  const part = text
    .slice(start, end)
    .toWellFormed()
    .replace(/^\ufffd|\ufffd$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}
