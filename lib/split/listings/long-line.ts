import { bytesOf, entryAt, isRounded, type ListingEntry } from './entry.ts';

const longLine =
  /^\s*(?:\d+\s+){0,2}([bcdlpsD-])[rwxsStTl-]{9}[.+@]?\s+\d+\s+(?:\S+\s+){0,2}?((?:[\d.,]+[KMGTP]?i?B?)|(?:\d+,\s*\d+))\s+((?:\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[+-]\d{4})?)?)|(?:\d\d-\d\d \d\d:\d\d)|(?:[A-Z][a-z]{2}\.?\s+\d{1,2}\s+(?:\d\d:\d\d|\d{4}))|(?:\d{1,2}\s+\p{L}{3,4}\.?\s+(?:\d\d:\d\d|\d{4})))\s(.+)$/u;

export const isLongLine = (line: string): boolean =>
  /^\s*(?:\d+\s+){0,2}[bcdlps-][rwxsStT-]{9}/.test(line) && !tarLine.test(line);

/** `tar -tv`: owner and group are separated by a slash, and there is no link count. */
const tarLine =
  /^(?<type>[bcdlpsh-])[rwxsStT-]{9} +\S+\/\S+ +(?<size>\d+(?:,\d+)?) (?<date>\d{4}-\d\d-\d\d \d\d:\d\d)(?::\d\d)? (?<path>.+?)(?: link to .+)?$/;
/** `unzip -l`: a size, a date and a name. */
const zipLine = /^ *(?<size>\d+) +(?<date>(?:\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4}) \d\d:\d\d) {3}(?<path>.+)$/;
/** Header and footer lines of an archive's list. */
export const archiveFrame =
  /^Archive: |^ +Length +Date +Time +Name$|^-{6,} +-{6,} |^ +\d+ +\d+ files?$|^-{6,} +-{6,}$/;

/** Parses a line of an archive's list; `null`: it is not one. */
export function archivedLineOf(line: string): ListingEntry | null {
  const { type, size = '', date = '', path = '' } = (tarLine.exec(line) ?? zipLine.exec(line))?.groups ?? {};
  const entry = entryAt(path, type === 'd');
  if (!entry) return null;
  if (entry.isFolder !== true && type !== 'l') entry.size = bytesOf(size);
  entry.date = /^\d{4}/.test(date) ? date : null;
  return entry;
}

/** Parses a line of `ls -l`, `find -ls` and similar; `null`: it is not one, or it lists the folder itself. */
export function longLineOf(line: string): ListingEntry | null {
  const match = longLine.exec(line);
  if (!match) return null;
  const type = match[1];
  const size = match[2] ?? '';
  const date = match[3] ?? '';
  const entry = entryAt((match[4] ?? '').trimStart(), type === 'd');
  if (!entry) return null;
  entry.isFolder = type === 'd';
  if (type === 'l') entry.isLink = true;
  if (type === '-') {
    entry.size = bytesOf(size);
    entry.roundedSize = isRounded(size) ? size : null;
  }
  if (/^\d{4}/.test(date)) entry.date = date.slice(0, 16);
  return entry;
}
