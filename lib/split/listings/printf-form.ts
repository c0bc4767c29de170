import type { Program } from '../command-line.ts';
import { entryAt, type ListingEntry } from './entry.ts';

/**
 * Patterns for the directives of `find -printf` whose values are used, or contain blanks. No value begins or
 * ends with a blank, so that each run of blanks can be matched in one way only.
 */
const meanings: Record<string, string> = {
  p: '(?<path>\\S(?:.*\\S)?)',
  P: '(?<path>\\S(?:.*\\S)?)',
  f: '(?<path>\\S(?:.*\\S)?)',
  s: '(?<size>\\d+)',
  y: '(?<type>[a-zA-Z?])',
  M: '(?<type>[bcdlpsD-])[rwxsStT-]{9}',
  TY: '(?<year>\\d{4})',
  Tm: '(?<month>\\d\\d)',
  Td: '(?<day>\\d\\d)',
  TF: '(?<date>\\d{4}-\\d\\d-\\d\\d)',
  'T+': '(?<date>\\d{4}-\\d\\d-\\d\\d)\\S*',
  t: '\\S{1,9}\\x20\\S{1,9}\\x20[\\x20\\d]\\d\\x20[\\d:.]{8,20}\\x20\\d{4}',
};
/** The target of a link, which is empty for anything else. */
const linkTarget = 'l';
const escapes: Record<string, string> = { t: '\t', '\\': '\\' };
const directive = /%[-+ #0]*(\d*)(?:\.\d+)?([TACB].|[a-zA-Z%])|\\([a-z0\\])|([\s\S])/g;

/** Linux limits a path to 4,096 bytes. */
const maxCharacters = 4_096 + 512;

/** A directive by its letters, or one character that is printed as it is. */
interface Piece {
  isDirective: boolean;
  text: string;
  isPadded: boolean;
}

/**
 * Reads lines in the format of a `find -printf`; `null`: the command has no format that prints file names.
 */
export function printfReader(programs: readonly Program[]): ((line: string) => ListingEntry | null) | null {
  const format = programs.flatMap(({ name, args }) =>
    name === 'find' && args.includes('-printf') ? [args[args.indexOf('-printf') + 1] ?? ''] : [],
  )[0];
  const form = format === undefined ? null : formOfFormat(format);
  if (form === null) return null;
  return (line) => {
    if (line.length > maxCharacters) return null;
    const { path, size, type, date, year, month, day } = form.exec(line)?.groups ?? {};
    const entry = path === undefined ? null : entryAt(path, type === undefined ? null : type === 'd');
    if (!entry) return null;
    if (type === 'l') entry.isLink = true;
    entry.size = size === undefined || entry.isFolder === true ? null : Number(size);
    entry.date = date ?? (year && month && day ? `${year}-${month}-${day}` : null);
    return entry;
  };
}

/** `null`: the format prints no path, the same thing twice, or values whose ends nothing marks. */
function formOfFormat(format: string): RegExp | null {
  const pieces = piecesOf(format);
  if (pieces.some((_, index) => isAmbiguous(pieces, index))) return null;
  const parts = pieces.map(({ isDirective, text, isPadded }, index) => {
    if (!isDirective) return escapeCharacter(text);
    const value = meanings[text] ?? otherValue(text, pieces[index + 1]);
    return isPadded ? ` *${value} *` : value;
  });
  try {
    const form = new RegExp(`^${joinBlanks(parts.join(''))}$`);
    return parts.some((part) => part.includes('(?<path>')) ? form : null;
  } catch {
    return null;
  }
}

const piecesOf = (format: string): Piece[] =>
  [...format.replaceAll('%h/%f', '%p').matchAll(directive)]
    .map(([, width, meant, escaped, plain = '']): Piece => {
      if (meant !== undefined) return { isDirective: meant !== '%', text: meant, isPadded: width !== '' };
      const text = escaped === undefined ? plain : (escapes[escaped] ?? '');
      return { isDirective: false, text, isPadded: false };
    })
    .filter(({ text }) => text !== '');

/** Whether nothing marks where the value ends. */
function isAmbiguous(pieces: readonly Piece[], index: number): boolean {
  const { isDirective, text } = pieces[index] as Piece;
  if (!isDirective || meanings[text] !== undefined) return false;
  if (text === linkTarget && index < pieces.length - 1) return true;
  return [pieces[index - 1], pieces[index + 1]].some((beside) => beside?.isDirective);
}

const otherValue = (text: string, next: Piece | undefined): string =>
  `[^\\s${next === undefined ? '' : escapeCharacter(next.text)}]${text === linkTarget ? '*' : '+'}`;

/** Padding and the blanks of the format beside it become one run. */
const joinBlanks = (form: string): string =>
  form.replaceAll(/(?: \*?)+/g, (run) => (/ (?!\*)/.test(run) ? ' +' : ' *'));

const escapeCharacter = (character: string): string => character.replace(/[$()*+.?[\\\]^{|}-]/, '\\$&');
