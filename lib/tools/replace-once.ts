import { cutText } from '../core/cut-text.ts';
import { findOffsets } from '../core/find-offsets.ts';
import { usesCrlf } from '../core/patch-text.ts';
import { textLines } from '../core/text-lines.ts';

/** Lines told where a text stands several times, or nowhere but nearly. */
const maxOffsetsShown = 10;
const maxHintsShown = 3;

/**
 * Puts a text in the place of another that must occur exactly once. In a file that ends its lines with CRLF throughout
 * both are taken to do so too, since who read it saw no line ends.
 */
export function replaceOnce(
  text: string,
  oldText: string,
  newText: string,
): { text: string } | { problem: string } {
  if (oldText === '') return { problem: 'oldText is empty: to make a file use create_file' };
  const endLines = (part: string) => (usesCrlf(text) ? part.replace(/\r?\n/g, '\r\n') : part);
  const [wanted, output] = [endLines(oldText), endLines(newText)];
  if (wanted === output) return { problem: 'oldText and newText are the same: there is nothing to change' };
  // Overlapping ones count too: which of them is meant cannot be known.
  const positions = findOffsets(text, wanted);
  const [at, another] = positions;
  if (at === undefined) return { problem: `oldText does not occur in it${hint(text, oldText)}` };
  if (another !== undefined) {
    const lines = positions.slice(0, maxOffsetsShown).map((index) => lineAt(text, index));
    const more = positions.length > maxOffsetsShown ? ' and more' : '';
    return {
      problem: `oldText occurs ${positions.length} times in it, at lines ${lines.join(', ')}${more}: give more lines around it`,
    };
  }
  return { text: text.slice(0, at) + output + text.slice(at + wanted.length) };
}

const lineAt = (text: string, index: number): number => textLines(text.slice(0, index + 1)).length;

/** Where the first line of the text stands but for its spaces, so that the next try is right. */
function hint(text: string, oldText: string): string {
  if (textLines(oldText).every((line) => /^\d+\t/.test(line))) {
    return ': leave out the line numbers, which are not part of the file';
  }
  const plain = (line: string) => line.replace(/\s+/g, ' ').trim();
  const first = textLines(oldText)
    .map(plain)
    .find((line) => line !== '');
  const alike = textLines(text).flatMap((line, index) =>
    plain(line) === first
      ? [`line ${index + 1} is ${JSON.stringify(cutText(line.replace(/\r?\n$/, ''), 120))}`]
      : [],
  );
  if (alike.length === 0) return ', nor does its first line';
  return `. Its first line looks like this: ${alike.slice(0, maxHintsShown).join('; ')}`;
}
