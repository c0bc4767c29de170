import { fenceAfter } from './markdown-blocks.ts';

/** Opens a block in a block: a quotation, an item of a list, a footnote. */
const mark = String.raw`(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\n]{1,99}\]:)`;
const maxDepth = 24;
/** Nothing in it can match in two ways, so its time grows with the text alone. */
const tooDeep = new RegExp(`^((?:[ \\t]*${mark}){${maxDepth}}[ \\t]*)(?=${mark})(\\d*)`);
const thematicBreak = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/;

/**
 * Blocks that are nested deeper than anybody reads are text from there on: each level is a call within a call of whatever
 * parses and draws it, and some thousands of them, all in one line, end that with an error. Code stays as it is.
 */
export function boundNesting(markdown: string): string {
  let fence: string | null = null;
  return markdown
    .split('\n')
    .map((line) => {
      const wasCode = fence !== null;
      fence = fenceAfter(line, fence);
      return wasCode || fence !== null || thematicBreak.test(line) ? line : line.replace(tooDeep, '$1$2\\');
    })
    .join('\n');
}
