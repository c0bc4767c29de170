import { type ParsedMatchLine, parseMatches } from '#lib/core/algorithms/lines/parse-matches.ts';

interface FileMatches {
  path: string;
  matches: { match: ParsedMatchLine; key: string }[];
}

/** Height of a file's head and the spacing around its matches. */
const filePx = 34;
const matchPx = 20;
/** Maximum height of a card. */
const maxPx = 344;

/**
 * Groups the first matches by file, as many as fit on a card. Lines that name no file stay with the file
 * before them; gaps are left out.
 * @returns `lineCount`: how many lines were used
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
