import { applyHunks } from '../core/algorithms/diff/apply-hunks.ts';
import { parseUnifiedDiff } from '../core/algorithms/diff/parse-unified-diff.ts';
import { type FileDiff, reverseDiff } from '../core/algorithms/diff/unified-diff.ts';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import type { FileChange } from '../core/vocabulary/artifact.ts';
import type { TextWrite } from './change-texts.ts';
import { sha256Of } from './sha256-of.ts';
import type { Workspace } from './workspace.ts';
import { WorkspaceError } from './workspace-error.ts';

/**
 * Reverts a change, or applies it again, from its diff: all of its files or none, and only if each is as the
 * change (or its reversal) left it. Folders that it created stay; a file that it removed gets its mode back.
 * @param diffText the whole diff, as stored in its artifact
 * @throws WorkspaceError `changed` if a file has other content
 */
export async function replayChange(
  workspace: Workspace,
  changes: readonly FileChange[],
  diffText: string,
  direction: 'undo' | 'redo',
): Promise<void> {
  const isUndo = direction === 'undo';
  const undone = isUndo ? 'undone' : 'redone';
  const changed = (path: string) => `${visibleName(path)} has changed since, so this cannot be ${undone}`;
  const from = new Map(changes.map(({ path, before, after }) => [path, isUndo ? after : before]));
  const to = new Map(changes.map(({ path, before, after }) => [path, isUndo ? before : after]));
  const modes = new Map(changes.map(({ path, mode }) => [path, mode]));
  const parsed = parseUnifiedDiff(diffText).files;
  const files = isUndo ? parsed.map(reverseDiff) : parsed;
  await workspace.changeTexts({
    paths: [...from.keys()],
    expected: (path) => from.get(path),
    changedMessage: changed,
    plan(texts) {
      const writes = files
        .flatMap((file) => writesOf(file, texts))
        .map((write) => ({ ...write, mode: modes.get(write.path) }));
      const isSame = ({ path, text }: TextWrite) =>
        to.get(path) === (text === null ? null : sha256Of(Buffer.from(text)));
      const other = writes.find((write) => !isSame(write));
      // The diff does not belong to these changes, so its effect is unknown.
      if (other) throw new WorkspaceError('changed', changed(other.path));
      return writes;
    },
  });
}

function writesOf(
  { oldPath, newPath, hunks }: FileDiff,
  texts: ReadonlyMap<string, string | null>,
): TextWrite[] {
  const before = (oldPath !== null && texts.get(oldPath)) || '';
  const { text } = applyHunks(before, hunks, { mayMove: false });
  const path = newPath ?? oldPath ?? '';
  if (text === null)
    throw new WorkspaceError('changed', `${visibleName(path)} is not the file this diff was made from`);
  if (newPath === null || oldPath === null || oldPath === newPath) {
    return [{ path, text: newPath === null ? null : text }];
  }
  return [
    { path, text, like: oldPath },
    { path: oldPath, text: null },
  ];
}
