import { replaceHidden } from './hidden-characters.ts';

const lineEnds: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' };

/** As JSON writes it: `\u202e`. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Makes every character visible: hidden characters and those that change the direction or end a line are
 * escaped as in JSON.
 */
export const escapeHidden = (text: string): string =>
  replaceHidden(text, escaped).replace(/[\n\r\u2028\u2029]/g, (end) => lineEnds[end] ?? escaped(end));

/**
 * The name of a file or folder as people and models read it: on one line, and distinct from every other name.
 * A model that copies it into an argument names the same file.
 */
export const visibleName = (name: string): string => escapeHidden(name.replace(/\\(?=[nru\\])/g, '\\\\'));
