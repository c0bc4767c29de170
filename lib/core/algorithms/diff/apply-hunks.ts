import { cutText } from '../text/cut-text.ts';
import { findOffsets } from '../text/find-offsets.ts';
import { textLines } from '../text/text-lines.ts';
import { type Hunk, hunkHeader, newTexts, oldTexts } from './unified-diff.ts';

export interface HunkResult {
  header: string;
  /** 1-based line of the old text at which it was applied; `null`: it was not applied. */
  line: number | null;
  /** Lines between the line the hunk names and the line it was applied at; positive is further down. */
  offset: number;
  /** Why it does not apply. */
  problem: string | null;
}

/** How many lines away from its named line a hunk is searched for. */
const nearbyLines = 5_000;
/** How many positions an error lists when a hunk fits several. */
const maxOffsetsShown = 5;
/** A patch with more problems than this is not meant for this file, so its remaining hunks are not tried. */
const maxProblems = 100;

/**
 * Applies hunks in order: at the line each one names or, where they may move, at the only position nearby
 * whose lines match exactly. A hunk is never applied to lines that differ. `text` is `null` if any hunk does
 * not apply.
 */
export function applyHunks(
  text: string,
  hunks: readonly Hunk[],
  { mayMove }: { mayMove: boolean },
): { text: string | null; results: HunkResult[] } {
  const lines = textLines(text);
  const created: string[] = [];
  let next = 0;
  let drift = 0;
  let problems = 0;
  const results = hunks.map((hunk): HunkResult => {
    const found = problems > maxProblems ? notLookedFor : locateHunk(lines, hunk, next, drift, mayMove);
    const header = hunkHeader(hunk);
    if ('problem' in found) {
      problems += 1;
      return { header, line: null, offset: 0, problem: found.problem };
    }
    created.push(lines.slice(next, found.at).join(''), newTexts(hunk).join(''));
    next = found.at + oldTexts(hunk).length;
    drift = found.at - namedOffset(hunk);
    return { header, line: hunk.oldStart + drift, offset: drift, problem: null };
  });
  created.push(lines.slice(next).join(''));
  return { text: problems === 0 ? created.join('') : null, results };
}

const notLookedFor = { problem: 'not tried after so many that do not apply' };

/** 0-based line of the old text. */
const namedOffset = (hunk: Hunk): number => (oldTexts(hunk).length === 0 ? hunk.oldStart : hunk.oldStart - 1);

/** Finds the position of a hunk, at or after line `from`. */
function locateHunk(
  lines: readonly string[],
  hunk: Hunk,
  from: number,
  drift: number,
  mayMove: boolean,
): { at: number } | { problem: string } {
  const wanted = oldTexts(hunk);
  const named = namedOffset(hunk);
  const guess = Math.max(0, named + drift);
  if (wanted.length === 0) {
    // A hunk without lines to compare can only fail by pointing past the end of the text.
    if (guess > lines.length) return { problem: `the file has ${countOf(lines.length)}` };
    return guess < from ? { problem: overlap } : { at: guess };
  }
  if (guess >= from && fits(lines, wanted, guess)) return { at: guess };
  if (!mayMove) return { problem: difference(lines, wanted, guess) };
  const positions = findOffsets(lines, wanted, {
    from: Math.max(from, guess - nearbyLines),
    to: guess + nearbyLines,
    max: maxOffsetsShown,
  });
  const [only, another] = positions;
  if (only !== undefined && another === undefined) return { at: only };
  if (only !== undefined) {
    const parts = positions.map((index) => index + 1);
    return {
      problem: `its lines are not at line ${guess + 1} but at ${parts.join(', ')}: give more context`,
    };
  }
  if (guess < from) return { problem: overlap };
  const isDone = hunk.lines.some(({ mark }) => mark === '+') && fits(lines, newTexts(hunk), guess);
  return { problem: `${difference(lines, wanted, guess)}${isDone ? '; it looks applied already' : ''}` };
}

const overlap = 'it overlaps the hunk before it, or belongs before it';

const fits = (lines: readonly string[], wanted: readonly string[], at: number): boolean =>
  at + wanted.length <= lines.length && wanted.every((text, index) => lines[at + index] === text);

function difference(lines: readonly string[], wanted: readonly string[], at: number): string {
  const index = wanted.findIndex((text, offset) => lines[at + offset] !== text);
  const expected = shown(wanted[index] ?? '');
  const present = lines[at + index];
  return present === undefined
    ? `the file has ${countOf(lines.length)}, the patch expects ${expected} at line ${at + index + 1}`
    : `line ${at + index + 1} of the file is ${shown(present)}, the patch expects ${expected}`;
}

const countOf = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

const shown = (text: string): string => {
  const line = JSON.stringify(cutText(text.replace(/\n$/, ''), 80));
  return text.endsWith('\n') ? line : `${line} without a line end`;
};
