import type { MatchesSection, SectionReader } from './file-section.ts';
import { createMatchParser } from './parse-matches.ts';

/** How many lines before a match of another file are examined to see which file they belong to. */
const maxPending = 100;

/** What follows the path: the line number, and the mark that distinguishes a match from a context line. */
const matchNumber = /^\d{1,9}:/;
const contextNumber = /^\d{1,9}-/;

/**
 * Divides a search result by the files with matches. Context lines also come before a match, so the file they
 * belong to is only known once it is read.
 * @param files the paths known to be in the result
 * @param max maximum number of files that are listed individually
 */
export function createMatchSections(files: readonly string[], max: number): SectionReader<MatchesSection> {
  const parse = createMatchParser(files);
  const sections: MatchesSection[] = [];
  let isCut = false;
  /** Number of lines whose file is decided; pending lines follow them. */
  let used = 0;
  let current: MatchesSection | null = null;
  let pending: string[] = [];
  const beginnings = beginningsOfOthers(files);

  const open = (path: string | null) => {
    isCut ||= sections.length === max;
    current = isCut ? null : { path, from: used + 1, lineCount: 0, matchCount: 0 };
    if (current) sections.push(current);
  };
  const take = (lines: number, matches: number) => {
    if (lines === 0) return;
    if (current === null && !isCut) open(null);
    used += lines;
    if (current === null) return;
    current.lineCount += lines;
    current.matchCount += matches;
  };
  const flush = (count = pending.length) => {
    take(count, 0);
    pending = pending.slice(count);
  };
  const goesOn = (text: string, mark: ':' | '-'): boolean =>
    current?.path != null &&
    text.startsWith(`${current.path}${mark}`) &&
    (mark === ':' ? matchNumber : contextNumber).test(
      text.slice(current.path.length + 1, current.path.length + 12),
    ) &&
    !(beginnings.has(current.path) && (parse(text).path ?? '').length > current.path.length);

  const readMatch = (text: string) => {
    const match = parse(text);
    if (match.kind !== 'match' || match.path === null) {
      pending.push(text);
      if (pending.length > maxPending) flush();
      return;
    }
    if (match.path !== current?.path) {
      const own = pending.findIndex((line) => line.startsWith(`${match.path}-`));
      flush(own === -1 ? pending.length : own);
      open(match.path);
    }
    flush();
    take(1, 1);
  };

  return {
    line(text) {
      const isContext = goesOn(text, '-');
      if (!isContext && !goesOn(text, ':')) return readMatch(text);
      flush();
      take(1, isContext ? 0 : 1);
    },
    finish() {
      flush();
      return { sections, isCut };
    },
  };
}

/** Paths that are a prefix of another one: a line of the longer path may look like a line of theirs. */
function beginningsOfOthers(files: readonly string[]): ReadonlySet<string> {
  const sorted = [...new Set(files)].sort();
  return new Set(sorted.filter((path, index) => sorted[index + 1]?.startsWith(path)));
}
