import type { FileLocation } from './file-paths.ts';

/** `file:src%2Fcart.mjs:18`: a page with it opens that file of the workspace, as it is then, at that line. */
export const formatFileHash = ({ path, line }: FileLocation): string =>
  `file:${encodeURIComponent(path)}:${line}`;

/** Parses what `formatFileHash` wrote, after its `#`. `null`: it names no file. */
export function parseFileHash(hash: string): FileLocation | null {
  const match = /^#file:([^:]{1,2000}):(\d{1,7})$/.exec(hash);
  if (!match?.[1]) return null;
  try {
    return { path: decodeURIComponent(match[1]), line: Number(match[2]) };
  } catch {
    // It encodes no text.
    return null;
  }
}
