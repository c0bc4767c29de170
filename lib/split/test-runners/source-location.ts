/** Where something stands in a file: `src/rates.js:6`. */
export interface SourceLocation {
  /** As the program printed it, but for `file://` and a leading `./`. */
  path: string;
  /** `null`: only the file is known. */
  line: string | null;
}

export const formatLocation = ({ path, line }: SourceLocation): string =>
  line === null ? path : `${path}:${line}`;

/** Both name one file, in full or from a folder above it. */
export const isSameFile = (a: string, b: string): boolean =>
  a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
