/** Marks that open a block in a block: of a quotation, or of an item of a list. */
const mark = String.raw`[ \t]{0,3}(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]?`;
const maxDepth = 24;
const tooDeep = new RegExp(`^((?:${mark}){${maxDepth}}[ \\t]*)(?=${mark})(\\d*)`, 'gm');

/**
 * Blocks that are nested deeper than anybody reads are text from there on: each level is a call within a call of whatever
 * parses and draws it, and some thousands of them, all in one line, end that with an error.
 */
export const boundNesting = (markdown: string): string => markdown.replaceAll(tooDeep, '$1$2\\');
