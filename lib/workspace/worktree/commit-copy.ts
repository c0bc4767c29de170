import { open } from 'node:fs/promises';
import { limits } from '#lib/core/limits.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { type Copy, takeTree } from './copy-changes.ts';
import { quotedForShell, scriptHead } from './git-script.ts';
import { expectSuccess, readGitScript, runGitScript } from './run-script.ts';

export interface CommitRequest {
  /** The commit that it follows. */
  parent: string;
  /** Another commit that it includes; nothing is added where that is in its history already. */
  includes: string;
  message: string;
  author: { name: string; email: string };
}

const nothingNew = 21;

/**
 * Makes a commit of the present contents of a copy, without what git ignores and without secrets.
 * @returns its ID
 * @throws WorkspaceError `not_found`: nothing has changed since its parent
 */
export async function commitCopy(
  copy: Copy,
  { parent, includes, message, author }: CommitRequest,
): Promise<string> {
  const [name, email] = [quotedForShell(author.name), quotedForShell(author.email)];
  const text = `${takeTree(copy, parent)}other=${quotedForShell(includes)}
if git merge-base --is-ancestor "$other" "$base"; then
  [ "$tree" != "$(git rev-parse "$base^{tree}")" ] || exit ${nothingNew}
  set --
else
  set -- -p "$other"
fi
export GIT_AUTHOR_NAME=${name} GIT_AUTHOR_EMAIL=${email} GIT_COMMITTER_NAME=${name} GIT_COMMITTER_EMAIL=${email}
new=$(printf '%s' ${quotedForShell(message)} | git commit-tree "$tree" -p "$base" "$@")
GIT_DIR="$PWD/.git" git update-ref refs/vitrine/pushed "$new"
echo "$new"`;
  let output = '';
  const end = await runGitScript({ ...copy, text }, (bytes) => {
    output += Buffer.from(bytes).toString();
  });
  if (end.exitCode === nothingNew && end.stoppedBy === null)
    throw new WorkspaceError('not_found', 'Nothing has changed, so there is nothing to commit');
  expectSuccess(end);
  const commit = output.trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit))
    throw new WorkspaceError('unavailable', 'Git failed: it named no commit');
  return commit;
}

/** Writes a commit with all its history to a new file, as one pack. */
export async function packCommit(copy: Copy, commit: string, path: string): Promise<void> {
  const file = await open(/* turbopackIgnore: true */ path, 'wx', 0o600);
  let byteLength = 0;
  try {
    const text = `${scriptHead}echo ${quotedForShell(commit)} | git pack-objects -q --revs --stdout --delta-base-offset`;
    expectSuccess(
      await runGitScript({ ...copy, text }, async (bytes) => {
        byteLength += bytes.byteLength;
        if (byteLength > limits.cloneBytes)
          throw new WorkspaceError('too_large', 'The history of this repository is too large to push');
        await file.appendFile(bytes);
      }),
    );
  } finally {
    await file.close();
  }
}

/** The changes since a commit as a patch that git applies, also to binary files. */
export async function readCopyPatch(copy: Copy, commit: string, max: number): Promise<Buffer> {
  const text = `${takeTree(copy, commit)}git diff-tree -r --no-color --no-ext-diff --no-textconv -p -M --binary --full-index "$base" "$tree"`;
  return await readGitScript({ ...copy, text }, max);
}
