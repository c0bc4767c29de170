/** A location in a file: `src/rates.js:6`. */
export interface SourceLocation {
  /** As the program printed it, without `file://` or a leading `./`. */
  path: string;
  /** `null`: only the file is known. */
  line: string | null;
}

export const formatLocation = ({ path, line }: SourceLocation): string =>
  line === null ? path : `${path}:${line}`;

/** Whether both paths name the same file, in full or relative to a parent folder. */
export const isSameFile = (a: string, b: string): boolean =>
  a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
