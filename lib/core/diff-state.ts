import {
  type DiffHead,
  diffHeadPath,
  emptyDiffHead,
  isDiffHeadLine,
  readDiffHeadLine,
  startsDiffHead,
} from './diff-head.ts';

/** Where a unified diff stands between two of its lines. */
export interface DiffState {
  /** `unknown`: the lines before are not here, so there are no numbers until the next hunk. */
  at: 'head' | 'hunk' | 'unknown';
  /** The head that is being read, or that of the file of these hunks. */
  head: DiffHead;
  /** Numbers of the next line on either side; `null`: not known. */
  oldNumber: number | null;
  newNumber: number | null;
  /** Lines that the hunk still has on either side. */
  oldLeft: number;
  newLeft: number;
  /** Length of the run of deletions that stands before the next line, and of the additions after them. */
  deleted: number;
  added: number;
}

export type DiffLineKind = 'head' | 'hunk' | 'context' | 'add' | 'del' | 'note';

/** Before the first line. */
export const diffStart: DiffState = {
  at: 'head',
  head: emptyDiffHead,
  oldNumber: null,
  newNumber: null,
  oldLeft: 0,
  newLeft: 0,
  deleted: 0,
  added: 0,
};

const hunkPattern = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/**
 * One line of a diff: what it is, and where the diff stands after it. Within a hunk the counts of its header decide, so
 * that a deleted line `-- x` is not taken for a file's head. Where the lines before are not known, a head is told by
 * two lines together.
 * @param following the line after it; `undefined`: it is not here
 */
export function readDiffLine(
  line: string,
  following: string | undefined,
  state: DiffState,
): { kind: DiffLineKind; state: DiffState } {
  const hunk = hunkPattern.exec(line);
  if (hunk) return { kind: 'hunk', state: enterHunk(hunk, state.head) };
  const isDone = state.at === 'hunk' && state.oldLeft === 0 && state.newLeft === 0;
  if (isHeadLine(line, following, state, isDone)) {
    const isNew = state.at !== 'head' || startsDiffHead(line, state.head);
    const head = readDiffHeadLine(line, isNew ? emptyDiffHead : state.head);
    return { kind: 'head', state: { ...diffStart, head } };
  }
  if (state.at === 'head' || isDone) return { kind: 'note', state: { ...state, deleted: 0, added: 0 } };
  if (line.startsWith('-')) return { kind: 'del', state: afterDeletion(state) };
  if (line.startsWith('+'))
    return { kind: 'add', state: { ...advance(state, 0, 1), added: state.added + 1 } };
  // Some programs strip the space of an empty line.
  if (line === '' || line.startsWith(' ')) {
    return { kind: 'context', state: { ...advance(state, 1, 1), deleted: 0, added: 0 } };
  }
  return { kind: 'note', state };
}

/** A file may end without a newline in the middle of a change: that note does not end a run. */
const afterDeletion = (state: DiffState): DiffState => ({
  ...advance(state, 1, 0),
  deleted: state.added > 0 ? 1 : state.deleted + 1,
  added: 0,
});

function isHeadLine(line: string, following: string | undefined, state: DiffState, isDone: boolean): boolean {
  if (line.startsWith('diff --git ')) return true;
  if (state.at === 'head' || isDone) return isDiffHeadLine(line);
  return state.at === 'unknown' && line.startsWith('--- ') && following?.startsWith('+++ ') === true;
}

function enterHunk([, oldFrom, oldCount, newFrom, newCount]: RegExpExecArray, head: DiffHead): DiffState {
  return {
    ...diffStart,
    at: 'hunk',
    head,
    oldNumber: Number(oldFrom),
    newNumber: Number(newFrom),
    oldLeft: Number(oldCount ?? 1),
    newLeft: Number(newCount ?? 1),
  };
}

const advance = (state: DiffState, oldLines: number, newLines: number): DiffState => ({
  ...state,
  oldNumber: state.oldNumber === null ? null : state.oldNumber + oldLines,
  newNumber: state.newNumber === null ? null : state.newNumber + newLines,
  oldLeft: Math.max(0, state.oldLeft - oldLines),
  newLeft: Math.max(0, state.newLeft - newLines),
});

/** The file whose lines come now; `null`: not known. */
export const diffPathAt = (state: DiffState): string | null => diffHeadPath(state.head);

/** Somewhere in a diff. */
export const diffUnknown: DiffState = { ...diffStart, at: 'unknown' };
