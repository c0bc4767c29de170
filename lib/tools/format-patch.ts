import type { HunkResult } from '../core/algorithms/diff/apply-hunks.ts';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { hasProblem, type PlannedFile } from './plan-patch.ts';

/** Notes on an applied patch that are shown; the log has all of them. */
const maxNotesShown = 5;

/** The outcome of every hunk, in the patch's order, for people. */
export const formatHunks = (files: readonly PlannedFile[], notes: readonly string[]): string =>
  [...notes, ...files.flatMap((file) => linesOf(file, files.some(hasProblem)))].join('\n');

/** The same for the model that is to correct the patch: failed hunks first, because the text is bounded. */
export const formatProblems = (files: readonly PlannedFile[], notes: readonly string[]): string[] => {
  const lines = files.flatMap((file) => linesOf(file, true));
  const fitting = lines.filter((line) => line.endsWith(fits));
  return [...lines.filter((line) => !line.endsWith(fits)), ...notes, ...fitting];
};

/** Notes about a patch that was fully applied. */
export function describeMoves(files: readonly PlannedFile[], notes: readonly string[]): string[] {
  const moved = files.flatMap((file) =>
    file.hunks.flatMap((hunk, index) => (hunk.offset === 0 ? [] : [formatHunk(file, hunk, index, false)])),
  );
  const all = [...notes, ...moved];
  const remaining = all.length - maxNotesShown;
  return remaining > 0 ? [...all.slice(0, maxNotesShown), `${remaining} more such notes`] : all;
}

const fits = ': fits';

function linesOf(file: PlannedFile, isRefused: boolean): string[] {
  const hunks = file.hunks.map((hunk, index) => formatHunk(file, hunk, index, isRefused));
  return file.problem === null ? hunks : [`${nameOf(file)}: ${file.problem}`, ...hunks];
}

function formatHunk(file: PlannedFile, hunk: HunkResult, index: number, isRefused: boolean): string {
  const { header, line, offset, problem } = hunk;
  const name = `${nameOf(file)}, hunk ${index + 1} (${header})`;
  if (problem !== null) return `${name}: does not apply: ${problem}`;
  if (isRefused) return `${name}${fits}`;
  const moved = offset === 0 ? '' : ` (offset ${offset})`;
  return `${name}: applied at line ${line}${moved}`;
}

const nameOf = ({ oldPath, newPath }: PlannedFile): string => visibleName(newPath ?? oldPath ?? '');
