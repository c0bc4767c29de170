import { replaceHidden } from './hidden-characters.ts';

const lineEnds: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' };

/** As JSON writes it: `\u202e`. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** A text in which every character shows: what hides, turns the direction or ends a line stands there as JSON writes it. */
export const escapeHidden = (text: string): string =>
  replaceHidden(text, escaped).replace(/[\n\r\u2028\u2029]/g, (end) => lineEnds[end] ?? escaped(end));

/**
 * The name of a file or folder as people and models read it: in one line, and as no other name reads. A model that writes it into
 * an argument as it reads it names the same file.
 */
export const visibleName = (name: string): string => escapeHidden(name.replace(/\\(?=[nru\\])/g, '\\\\'));
