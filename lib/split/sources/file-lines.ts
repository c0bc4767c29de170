import type { Evidence } from '../summarizer.ts';
import { lineNumberOf, numberingOf } from './line-numbers.ts';

/** Gives lines of a file as the file has them, with its numbers, also where they were printed with numbers before them. */
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
