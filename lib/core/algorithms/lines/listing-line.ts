/** One line of a listing. */
export interface ListingLine {
  /** The path as listed: a folder ends in `/`, a link shows its target. */
  path: string;
  /** Size of a file in bytes; `null`: not given. */
  size: number | null;
}

/** The size after the last tab; empty for a name that could otherwise be read as a name with a size. */
const size = String.raw`\t(\d{0,16})`;
const sizeAtEnd = new RegExp(`${size}$`);
const sizes = new RegExp(`${size}(?=\\n|$)`, 'g');

/** `src/a.ts<TAB>1204`; a path may contain tabs itself. */
export function printListingLine({ path, size }: ListingLine): string {
  if (size !== null && Number.isSafeInteger(size)) return `${path}\t${size}`;
  return sizeAtEnd.test(path) ? `${path}\t` : path;
}

export function readListingLine(line: string): ListingLine {
  const match = sizeAtEnd.exec(line);
  if (!match) return { path: line, size: null };
  return { path: line.slice(0, match.index), size: match[1] ? Number(match[1]) : null };
}

/** Removes the sizes from a listing, leaving only the paths. */
export const withoutSizes = (listing: string): string => listing.replaceAll(sizes, '');
