import type { Program } from '../command-line.ts';
import { entryAt, type ListingEntry } from './entry.ts';

/**
 * Patterns for the directives of `find -printf` that print a name, size or date. The others are never empty.
 */
const meanings: Record<string, string> = {
  p: '(?<path>.+)',
  P: '(?<path>.+)',
  f: '(?<path>.+)',
  s: '(?<size>\\d+)',
  y: '(?<type>[a-zA-Z?])',
  M: '(?<type>[bcdlpsD-])[rwxsStT-]{9}',
  TY: '(?<year>\\d{4})',
  Tm: '(?<month>\\d\\d)',
  Td: '(?<day>\\d\\d)',
  TF: '(?<date>\\d{4}-\\d\\d-\\d\\d)',
  'T+': '(?<date>\\d{4}-\\d\\d-\\d\\d)\\S*',
  t: '.{24,40}?',
};
const escapes: Record<string, string> = { t: '\\t', n: '', '\\': '\\\\', '0': '' };
const directive = /%[-+ #0]*\d*(?:\.\d+)?([TACB].|[a-zA-Z%])|\\([a-z0\\])|([\s\S])/g;

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
    const { path, size, type, date, year, month, day } = form.exec(line)?.groups ?? {};
    const entry = path === undefined ? null : entryAt(path, type === undefined ? null : type === 'd');
    if (!entry) return null;
    if (type === 'l') entry.isLink = true;
    entry.size = size === undefined || entry.isFolder === true ? null : Number(size);
    entry.date = date ?? (year && month && day ? `${year}-${month}-${day}` : null);
    return entry;
  };
}

/** `null`: the format prints no path, or the same thing twice. */
function formOfFormat(format: string): RegExp | null {
  const parts = [...format.matchAll(directive)].map(([, meant, escaped, plain]) => {
    if (meant !== undefined) return meant === '%' ? '%' : ` *${meanings[meant] ?? '\\S+?'} *`;
    return escaped === undefined
      ? (plain ?? '').replace(/[$()*+.?[\\\]^{|}]/, '\\$&')
      : (escapes[escaped] ?? '');
  });
  try {
    const form = new RegExp(`^${parts.join('')}$`);
    return parts.some((part) => part.includes('(?<path>')) ? form : null;
  } catch {
    return null;
  }
}
