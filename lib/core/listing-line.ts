/** One line of a listing. */
export interface ListingLine {
  /** As it is listed: a folder ends in `/`, a link shows where it points. */
  path: string;
  /** Of a file, in bytes; `null`: not told. */
  size: number | null;
}

/** Behind the last tab stands the size; nothing, where it is not told of a name that would read as if it were. */
const size = String.raw`\t(\d{0,16})`;
const sizeAtEnd = new RegExp(`${size}$`);
const sizes = new RegExp(`${size}(?=\\n|$)`, 'g');

/** `src/a.ts<TAB>1204`; a path may hold tabs itself. */
export function printListingLine({ path, size }: ListingLine): string {
  if (size !== null && Number.isSafeInteger(size)) return `${path}\t${size}`;
  return sizeAtEnd.test(path) ? `${path}\t` : path;
}

export function readListingLine(line: string): ListingLine {
  const match = sizeAtEnd.exec(line);
  if (!match) return { path: line, size: null };
  return { path: line.slice(0, match.index), size: match[1] ? Number(match[1]) : null };
}

/** The paths of a listing alone. */
export const withoutSizes = (listing: string): string => listing.replaceAll(sizes, '');
