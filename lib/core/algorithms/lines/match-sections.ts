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
  const state = openMatchSections(files, max);
  return {
    line(text) {
      const isContext = goesOn(state, text, '-');
      if (!isContext && !goesOn(state, text, ':')) return readMatch(state, text);
      flush(state);
      take(state, 1, isContext ? 0 : 1);
    },
    finish() {
      flush(state);
      return { sections: state.sections, isCut: state.isCut };
    },
  };
}

const openMatchSections = (files: readonly string[], max: number) => ({
  max,
  parse: createMatchParser(files),
  sections: [] as MatchesSection[],
  isCut: false,
  /** Number of lines whose file is decided; pending lines follow them. */
  used: 0,
  current: null as MatchesSection | null,
  pending: [] as string[],
  beginnings: beginningsOfOthers(files),
});
type MatchSectionsState = ReturnType<typeof openMatchSections>;

function open(state: MatchSectionsState, path: string | null) {
  state.isCut ||= state.sections.length === state.max;
  state.current = state.isCut ? null : { path, from: state.used + 1, lineCount: 0, matchCount: 0 };
  if (state.current) state.sections.push(state.current);
}

function take(state: MatchSectionsState, lines: number, matches: number) {
  if (lines === 0) return;
  if (state.current === null && !state.isCut) open(state, null);
  state.used += lines;
  if (state.current === null) return;
  state.current.lineCount += lines;
  state.current.matchCount += matches;
}

function flush(state: MatchSectionsState, count = state.pending.length) {
  take(state, count, 0);
  state.pending = state.pending.slice(count);
}

const goesOn = (state: MatchSectionsState, text: string, mark: ':' | '-'): boolean =>
  state.current?.path != null &&
  text.startsWith(`${state.current.path}${mark}`) &&
  (mark === ':' ? matchNumber : contextNumber).test(
    text.slice(state.current.path.length + 1, state.current.path.length + 12),
  ) &&
  !(
    state.beginnings.has(state.current.path) &&
    (state.parse(text).path ?? '').length > state.current.path.length
  );

function readMatch(state: MatchSectionsState, text: string) {
  const match = state.parse(text);
  if (match.kind !== 'match' || match.path === null) {
    state.pending.push(text);
    if (state.pending.length > maxPending) flush(state);
    return;
  }
  if (match.path !== state.current?.path) {
    const own = state.pending.findIndex((line) => line.startsWith(`${match.path}-`));
    flush(state, own === -1 ? state.pending.length : own);
    open(state, match.path);
  }
  flush(state);
  take(state, 1, 1);
}

/** Paths that are a prefix of another one: a line of the longer path may look like a line of theirs. */
function beginningsOfOthers(files: readonly string[]): ReadonlySet<string> {
  const sorted = [...new Set(files)].sort();
  return new Set(sorted.filter((path, index) => sorted[index + 1]?.startsWith(path)));
}
