import { describe, expect, test } from 'vitest';
import {
  addAnswers,
  beginSearch,
  formatSearch,
  formatSearchShortly,
  type SearchState,
  stepHit,
} from '#components/artifacts/lines/search-state.ts';
import { limits } from '#lib/core/limits.ts';

const end = (hits: number, change = {}) =>
  ({ done: true, hits, lines: hits, isCut: false, lineCount: 4_120, ...change }) as const;
const lookedAt = ({ hits, current }: SearchState) => (current === null ? null : hits[current]);
const report = (state: SearchState) => formatSearch(state, 3, false);

describe('a search', () => {
  test('moves to the nearest match below the current position as soon as it arrives', () => {
    let state = addAnswers(beginSearch(30), [{ line: 10, starts: [2, 8] }]);
    expect(lookedAt(state)).toBeNull();
    expect(report(state)).toBe('2+');
    state = addAnswers(state, [{ line: 31, starts: [0] }, end(3)]);
    expect(lookedAt(state)).toEqual({ line: 31, start: 0 });
    expect(report(state)).toBe('3 of 3');
  });

  test('continues from the top if nothing matches below', () => {
    const state = addAnswers(beginSearch(30), [{ line: 10, starts: [2] }, end(1)]);
    expect(lookedAt(state)).toEqual({ line: 10, start: 2 });
  });

  test('steps through matches both ways, wraps around, and keeps its position as more arrive', () => {
    const state = addAnswers(beginSearch(0), [{ line: 1, starts: [0, 5] }]);
    const next = stepHit(state, 1);
    expect(lookedAt(next)).toEqual({ line: 1, start: 5 });
    const more = addAnswers(next, [{ line: 2, starts: [0] }, end(3)]);
    expect(lookedAt(more)).toEqual({ line: 1, start: 5 });
    expect(report(more)).toBe('2 of 3');
    expect(lookedAt(stepHit(stepHit(more, 1), 1))).toEqual({ line: 1, start: 0 });
    expect(lookedAt(stepHit(state, -1))).toEqual({ line: 1, start: 5 });
    expect(lookedAt(stepHit(beginSearch(0), 1))).toBeNull();
  });

  test('says that nothing matched, and how far it searched in a growing text', () => {
    const none = addAnswers(beginSearch(0), [end(0)]);
    expect(report(beginSearch(0))).toBe('Searching');
    expect(report(none)).toBe('No results');
    expect(formatSearch(none, 3, true)).toBe('No results, 4,120 lines so far');
  });

  test('says how many matches there are beyond those it can show', () => {
    const line = { line: 1, starts: Array.from({ length: limits.searchHits }, (_, index) => index) };
    const state = addAnswers(beginSearch(0), [line, end(12_345, { isCut: true })]);
    expect(report(state)).toBe('1 of the first 10,000, 12,345 in all');
    expect(formatSearchShortly(state)).toBe('1 of 10,000+');
  });

  test('says where a match is in the hidden part of a line', () => {
    const state = addAnswers(beginSearch(0), [{ line: 1, starts: [limits.lineCharacters - 2] }, end(1)]);
    expect(report(state)).toBe('1 of 1, past the cut');
  });

  test('keeps its matches if it is interrupted, and says so', () => {
    const state = addAnswers(beginSearch(0), [
      { line: 1, starts: [0] },
      { error: 'Expired', code: 'artifact_expired' },
    ]);
    expect(report(state)).toBe('This artifact has expired.');
    expect(state.hits.length).toBe(1);
  });
});
