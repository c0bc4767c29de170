import { randomBytes } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownBranch } from '#lib/core/vocabulary/git-remote.ts';
import { removeFolder } from '../clones/remove-folder.ts';
import { readGitHead, readShallow } from '../git-head.ts';
import type { Workspace } from '../workspace.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { workspaceRoot } from '../workspace-root.ts';
import type { Copy } from './copy-changes.ts';
import { quotedForShell, scriptHead, secretPathspecs } from './git-script.ts';
import { expectSuccess, readGitScript, runGitScript } from './run-script.ts';

/**
 * Clones a workspace's repository at its commit. The history is transferred as one pack: none of the
 * repository's settings are copied, no file is shared, and git reads neither repository outside the sandbox.
 */
export async function makeCopy(base: Workspace, copy: Copy): Promise<{ branch: string; commit: string }> {
  const head = await readGitHead(workspaceRoot(base.root));
  if (head === null) {
    throw new WorkspaceError('not_found', `${base.name} is not a git repository with a commit`);
  }
  const branch = ownBranch(copy.conversationId);
  await mkdir(copy.root, { recursive: true, mode: 0o700 });
  try {
    const name = `.vitrine-${randomBytes(8).toString('hex')}`;
    await mkdir(join(/* turbopackIgnore: true */ copy.root, name));
    await writePack(
      { ...copy, root: base.root, isTrusted: false },
      head.commit,
      join(/* turbopackIgnore: true */ copy.root, name, 'pack'),
    );
    const shallow = await readShallow(workspaceRoot(base.root));
    if (shallow !== null)
      await writeFile(join(/* turbopackIgnore: true */ copy.root, name, 'shallow'), shallow);
    await readGitScript({ ...copy, text: unpack(copy, name, branch, head.commit) }, 1024);
    return { branch, commit: head.commit };
  } catch (error) {
    await removeFolder(copy.root);
    throw error;
  }
}

async function writePack(base: Copy, commit: string, path: string): Promise<void> {
  const file = await open(/* turbopackIgnore: true */ path, 'wx');
  try {
    // By commit, since HEAD may move meanwhile.
    const text = `${scriptHead}git cat-file -e ${quotedForShell(`${commit}^{commit}`)}
echo ${quotedForShell(commit)} | git pack-objects -q --revs --stdout --delta-base-offset`;
    const end = await runGitScript({ ...base, text }, async (bytes) => {
      await file.write(bytes);
    });
    expectSuccess(end);
  } finally {
    await file.close();
  }
}

/** Git writes files inside the sandbox too, since the contents of a repository may be hostile. */
const unpack = (
  { secretNames }: Copy,
  name: string,
  branch: string,
  commit: string,
): string => `${scriptHead}from=${quotedForShell(name)}
git init -q --template= .
[ ! -e "$from/shallow" ] || mv "$from/shallow" .git/shallow
git index-pack --stdin < "$from/pack" > /dev/null
rm -rf "$from"
command git config user.name 'Vitrine agent'
command git config user.email agent@localhost
git update-ref ${quotedForShell(`refs/heads/${branch}`)} ${quotedForShell(commit)}
git symbolic-ref HEAD ${quotedForShell(`refs/heads/${branch}`)}
git reset -q --hard
git ls-files -z -- ${secretPathspecs(secretNames, 'secret')} | git update-index -z --skip-worktree --stdin`;
