import type { Evidence } from '../summarizer.ts';
import { numberingOf } from './line-numbers.ts';

/** Gives lines of a file as the file has them, with its numbers, also where they were printed with numbers before them. */
export function fileLines(
  { head }: Evidence,
  give: (text: string, number: number) => void,
): (line: string, place: number) => void {
  const unnumber = numberingOf(head);
  if (!unnumber) return give;
  return (line, place) => {
    const { text, number } = unnumber(line, place);
    give(text, number);
  };
}
