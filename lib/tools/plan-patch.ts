import type { HunkResult } from '../core/algorithms/diff/apply-hunks.ts';
import { type ParsedDiff, parseUnifiedDiff } from '../core/algorithms/diff/parse-unified-diff.ts';
import { PatchError } from '../core/algorithms/diff/patch-error.ts';
import { patchText } from '../core/algorithms/diff/patch-text.ts';
import type { FileDiff } from '../core/algorithms/diff/unified-diff.ts';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { limits } from '../core/limits.ts';
import type { TextWrite } from '../workspace/change-texts.ts';
import { parseWorkspacePath } from '../workspace/workspace-path.ts';
import type { FileEdit } from './describe-edits.ts';

/** What a patch would do to one file. */
export interface PlannedFile extends FileEdit {
  hunks: HunkResult[];
  /** Why the file as a whole cannot be patched; each hunk has its own problem. */
  problem: string | null;
}

/**
 * Parses a patch within its limits. Its paths are normalised, and each occurs once.
 * @throws PatchError
 * @throws WorkspaceError for a path that cannot be in a workspace
 */
export function readPatch(patch: string): ParsedDiff {
  if (patch.length > limits.patchCharacters) {
    throw new PatchError(`A patch has at most ${limits.patchCharacters.toLocaleString('en-US')} characters`);
  }
  const { files, notes } = parseUnifiedDiff(patch);
  if (files.length > limits.patchFiles) {
    throw new PatchError(`A patch touches at most ${limits.patchFiles} files, this one ${files.length}`);
  }
  const normal = (path: string | null) => path && parseWorkspacePath(path).join('/');
  const normalised = files.map((file) => ({
    ...file,
    oldPath: normal(file.oldPath),
    newPath: normal(file.newPath),
  }));
  const paths = normalised.flatMap(pathsOf);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new PatchError(`The patch names a file twice: ${visibleName(twice)}`);
  return { files: normalised, notes };
}

export const pathsOf = ({ oldPath, newPath }: Pick<FileDiff, 'oldPath' | 'newPath'>): string[] =>
  [oldPath, newPath === oldPath ? null : newPath].filter((path) => path !== null);

/** Tries the hunks of one file; writes nothing. */
export function planFile(file: FileDiff, texts: ReadonlyMap<string, string | null>): PlannedFile {
  const { oldPath, newPath, hunks } = file;
  const oldText = oldPath === null ? '' : (texts.get(oldPath) ?? null);
  const planned = { oldPath, newPath, oldText: oldText ?? '', newText: '', hunks: [], problem: null };
  if (oldText === null) return { ...planned, problem: 'there is no such file' };
  const { text, results } = patchText(oldText, hunks);
  const result = { ...planned, newText: text ?? '', hunks: results };
  if (newPath === null && text !== null && text !== '') {
    return { ...result, problem: 'the patch removes the file but not all of its lines' };
  }
  const isSame = text === oldText && oldPath === newPath;
  return { ...result, problem: isSame ? 'the patch changes nothing in it' : null };
}

export const hasProblem = ({ problem, hunks }: PlannedFile): boolean =>
  problem !== null || hunks.some((hunk) => hunk.problem !== null);

export function writesOf({ oldPath, newPath, newText }: PlannedFile): TextWrite[] {
  if (newPath === null) return oldPath === null ? [] : [{ path: oldPath, text: null }];
  const created = { path: newPath, text: newText };
  if (oldPath === null || oldPath === newPath) return [created];
  return [
    { ...created, like: oldPath },
    { path: oldPath, text: null },
  ];
}
