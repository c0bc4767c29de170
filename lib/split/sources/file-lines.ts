import type { Evidence } from '../summarizer.ts';
import { lineNumberOf, numberingOf } from './line-numbers.ts';

/**
 * Selects lines of a file by its own line numbers, also where the result printed numbers before the lines.
 */
export function fileLines(
  { head }: Evidence,
  give: (text: string, number: number) => void,
): (line: string, index: number) => void {
  const numbering = numberingOf(head);
  if (!numbering) return give;
  return (line, index) => {
    const start = numbering(line);
    if (start === 0) give(line, index);
    else give(line.slice(start), lineNumberOf(line));
  };
}
