import {
  type DiffHead,
  diffHeadPath,
  emptyDiffHead,
  isDiffHeadLine,
  readDiffHeadLine,
  startsDiffHead,
} from './diff-head.ts';

/** The state of a unified diff parser between two lines. */
export interface DiffState {
  /** `unknown`: the previous lines are not available, so there are no line numbers until the next hunk. */
  at: 'head' | 'hunk' | 'unknown';
  /** The head that is being read, or the head of the file the current hunks belong to. */
  head: DiffHead;
  /** Number of the next line in the old and the new file; `null`: unknown. */
  oldNumber: number | null;
  newNumber: number | null;
  /** Lines still expected in the current hunk, in the old and the new file. */
  oldLeft: number;
  newLeft: number;
  /** Number of consecutive deletions just before the next line, and of the additions after them. */
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
 * Reads one line of a diff: its kind, and the state after it. Within a hunk the counts in its header decide,
 * so a deleted line `-- x` is not mistaken for a file's head. Where the previous lines are unknown, a head is
 * recognised by two consecutive lines.
 * @param following the line after it; `undefined`: not available
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

/**
 * A file may end without a newline in the middle of a change, so the note about it does not end a run of
 * deletions.
 */
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

/** The file that the next lines belong to; `null`: unknown. */
export const diffPathAt = (state: DiffState): string | null => diffHeadPath(state.head);

/** The state in the middle of a diff whose previous lines are unknown. */
export const diffUnknown: DiffState = { ...diffStart, at: 'unknown' };
