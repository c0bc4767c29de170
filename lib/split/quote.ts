import { cutText } from '../core/algorithms/text/cut-text.ts';
import { figure } from './figure.ts';
import { longestLine } from './summarizer.ts';

/**
 * A line as it is shown: without surrounding blanks; a long one is cut, and the omitted characters are
 * counted where the length is known.
 */
export function quote(line: string, characters = 200): string {
  const text = line.trim();
  if (text.length <= characters) return text;
  const shown = cutText(text, characters);
  const remaining = figure(text.length - shown.length);
  return line.length >= longestLine ? `${shown}… (the line goes on)` : `${shown}… (+${remaining} characters)`;
}
