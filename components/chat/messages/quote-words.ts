import { cutText } from '#lib/core/algorithms/text/cut-text.ts';

const maxCharacters = 200;

/** The start of a quoted message on one line. */
export const quoteWords = (content: string): string => cutText(content.replace(/\s+/g, ' '), maxCharacters);
