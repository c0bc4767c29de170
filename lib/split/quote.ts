import { cutText } from '../core/cut-text.ts';
import { figure } from './figure.ts';
import { longestLine } from './summarizer.ts';

/** A line of a result as it is shown: its blanks at the ends go, and of a long one the rest is counted, where it is known. */
export function quote(line: string, characters = 200): string {
  const text = line.trim();
  if (text.length <= characters) return text;
  const shown = cutText(text, characters);
  const remaining = figure(text.length - shown.length);
  return line.length >= longestLine ? `${shown}… (the line goes on)` : `${shown}… (+${remaining} characters)`;
}
