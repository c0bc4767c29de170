import { cutText } from '../../core/cut-text.ts';
import { troubleIn } from './severity.ts';

const maxCharacters = 180;

/**
 * A line as it is shown. A long one is cut to its start, or to its start and the text around an error word
 * far into it.
 */
export function excerpt(line: string, characters = maxCharacters): string {
  const text = line.trim();
  if (text.length <= characters) return text;
  const trouble = troubleIn(text);
  if (trouble === null || trouble < characters - 40) return `${cutText(text, characters)}…`;
  const half = Math.floor(characters / 2);
  const start = Math.max(half, trouble - Math.floor(half / 2));
  const around = text.slice(start, start + half);
  const isEnd = start + half >= text.length;
  return `${cutText(text, half)} … ${around.trim()}${isEnd ? '' : '…'}`;
}
