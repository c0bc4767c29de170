import { data } from '#lib/split/data/data.ts';
import { matches } from '#lib/split/matches/matches.ts';
import { type Run, understandText } from '#tests/support/understand-text.ts';

/** What searches and data are understood as, by their own summarizers alone. */
export const understand = (text: string, run: Run = {}) => understandText(text, [...matches, ...data], run);

/** Of a command's output. */
export const understandCommand = (command: string, text: string, run: Run = {}) =>
  understand(text, { command, ...run });

/** Of a file. */
export const understandFile = (path: string, language: string | null, text: string, run: Run = {}) =>
  understand(text, { tool: 'read_file', type: 'file', args: { path }, title: path, language, ...run });
