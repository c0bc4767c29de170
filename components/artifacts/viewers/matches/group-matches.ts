import { type ParsedMatchLine, parseMatches } from '../../../../lib/core/parse-matches.ts';

interface FileMatches {
  path: string;
  matches: { match: ParsedMatchLine; key: string }[];
}

/** The head of a file, and the room around its matches. */
const filePx = 34;
const matchPx = 20;
/** As high as a card becomes. */
const maxPx = 344;

/**
 * The first matches by the files they are in, as many as a card has room for. Lines that name no file stay with the file before
 * them; gaps are left out.
 * @returns `lineCount`: how many of the lines that took
 */
export function groupMatches(
  lines: readonly string[],
  paths: readonly string[],
): { files: FileMatches[]; lineCount: number } {
  const files = new Map<string, FileMatches>();
  let path = '';
  let heightPx = 0;
  let lineCount = 0;
  for (const match of parseMatches(lines, paths)) {
    path = match.path ?? path;
    if (match.kind !== 'gap') {
      const file = files.get(path) ?? { path, matches: [] };
      heightPx += matchPx + (file.matches.length === 0 ? filePx : 0);
      if (heightPx > maxPx) break;
      file.matches.push({ match, key: `${lineCount}` });
      files.set(path, file);
    }
    lineCount += 1;
  }
  return { files: [...files.values()], lineCount };
}
