import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { troubleIn } from './severity.ts';

const maxCharacters = 180;
/** The rest of a heading drawn over the width of the page. */
const trailingRule = /(?<=[\p{L}\p{N}] ?[=*#~_-]{3})[=*#~_-]{3,400}$/u;

/**
 * A line as it is shown. A long one is cut to its start, or to its start and the text around an error word
 * far into it.
 */
export function excerpt(line: string, characters = maxCharacters): string {
  const text = line.trim().replace(trailingRule, '');
  if (text.length <= characters) return text;
  const trouble = troubleIn(text);
  if (trouble === null || trouble < characters - 40) return `${cutText(text, characters)}…`;
  const half = Math.floor(characters / 2);
  const start = Math.max(half, trouble - Math.floor(half / 2));
  const around = text.slice(start, start + half);
  const isEnd = start + half >= text.length;
  return `${cutText(text, half)} … ${around.trim()}${isEnd ? '' : '…'}`;
}
