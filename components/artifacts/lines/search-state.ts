import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import type { SearchEnd } from '#lib/core/api/artifact-search.ts';
import { limits } from '#lib/core/limits.ts';
import type { SearchAnswer } from '../api/search-api.ts';
import { stepTo } from '../text/step-to.ts';

interface Hit {
  /** Displayed line number. */
  line: number;
  /** Offset of its first character in the line. */
  start: number;
}

/** Progress of a search. */
export interface SearchState {
  /** In order; only those that were sent with their positions. */
  hits: readonly Hit[];
  /** Index of the current hit. */
  current: number | null;
  /** The line in view when the search began; the first hit from there on becomes current first. */
  fromLine: number;
  end: SearchEnd | null;
  /** Why the search ended early. */
  error: string | null;
}

export const beginSearch = (fromLine: number): SearchState => ({
  hits: [],
  current: null,
  fromLine,
  end: null,
  error: null,
});

/** Adds new results to the state. If no hit follows the starting line, the first one becomes current. */
export function addAnswers(state: SearchState, answers: readonly SearchAnswer[]): SearchState {
  const hits = [...state.hits];
  let { end, error } = state;
  for (const answer of answers) {
    if ('line' in answer) for (const start of answer.starts) hits.push({ line: answer.line, start });
    else if ('done' in answer) end = answer;
    else error = answer.code === 'artifact_expired' ? 'This artifact has expired.' : answer.error;
  }
  const isOver = end !== null || error !== null;
  const first = state.current ?? hits.findIndex(({ line }) => line >= state.fromLine);
  const current = first === -1 ? (isOver && hits.length > 0 ? 0 : null) : first;
  return { ...state, hits, current, end, error };
}

export const stepHit = (state: SearchState, by: 1 | -1): SearchState => ({
  ...state,
  current: stepTo(state.current, by, state.hits.length),
});

/** The status in the search bar: `3 of 7`. */
export function formatSearch(state: SearchState, queryLength: number, isGrowing: boolean): string {
  const { hits, current, end, error } = state;
  if (error !== null) return error;
  const soFar = end && isGrowing ? `, ${formatCount(end.lineCount, 'line')} so far` : '';
  if (end?.hits === 0) return `No results${soFar}`;
  if (hits.length === 0) return 'Searching';
  const hit = current === null ? undefined : hits[current];
  const isPast = hit !== undefined && isPastShown(hit, queryLength);
  const location = current === null ? '' : `${formatNumber(current + 1)} of `;
  const all = end?.isCut
    ? `the first ${formatNumber(hits.length)}, ${formatNumber(end.hits)} in all`
    : `${formatNumber(hits.length)}${end === null ? '+' : ''}`;
  return `${location}${all}${isPast ? ', past the cut' : ''}${soFar}`;
}

/** The same, where there is little room. */
export function formatSearchShortly({ hits, current, end, error }: SearchState): string {
  if (error !== null) return 'Stopped early';
  if (end?.hits === 0) return 'No results';
  if (hits.length === 0) return 'Searching';
  const all = `${formatNumber(hits.length)}${end === null || end.isCut ? '+' : ''}`;
  return current === null ? all : `${formatNumber(current + 1)} of ${all}`;
}

/** Whether the hit ends beyond the visible part of a long line. */
export const isPastShown = ({ start }: Hit, queryLength: number): boolean =>
  start + queryLength > limits.lineCharacters;
