import { usesCrlf } from '../core/algorithms/diff/patch-text.ts';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { findOffsets } from '../core/algorithms/text/find-offsets.ts';
import { textLines } from '../core/algorithms/text/text-lines.ts';

/** How many lines are listed if a text occurs several times, or only similar text exists. */
const maxOffsetsShown = 10;
const maxHintsShown = 3;

/**
 * Replaces a text that must occur exactly once. In a file with CRLF throughout, both texts are converted to
 * CRLF, since their author saw no line ends.
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
  // Overlapping occurrences count too: it is unknown which one is meant.
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

/** Lists where the text's first line occurs apart from its spaces, so that the next try is right. */
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
