import { open } from 'node:fs/promises';
import { limits } from '#lib/core/limits.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { type Copy, takeTree } from './copy-changes.ts';
import { quotedForShell, scriptHead } from './git-script.ts';
import { expectSuccess, runGitScript } from './run-script.ts';

const packObjects = 'git pack-objects -q --revs --stdout --delta-base-offset';

/** Writes a commit with all its history to a new file, as one pack. */
export async function packCommit(copy: Copy, commit: string, path: string): Promise<void> {
  await writePack(copy, `${scriptHead}echo ${quotedForShell(commit)} | ${packObjects}`, path);
}

/**
 * Writes the present contents of a copy, without what git ignores and without secrets, and a commit with all its history
 * to a new file, as one pack.
 * @returns the contents, as the ID of a tree
 */
export async function packContents(copy: Copy, commit: string, path: string): Promise<string> {
  const text = `${takeTree(copy, commit)}[ ! -e .git/shallow ] || cp .git/shallow "$by/git/shallow"
echo "tree $tree" >&2
printf '%s\\n' "$tree" "$base" | ${packObjects}`;
  const stderr = await writePack(copy, text, path);
  const tree = /^tree ([0-9a-f]{40,64})$/m.exec(stderr)?.[1];
  if (tree === undefined) throw new WorkspaceError('unavailable', 'Git failed: it named no tree');
  return tree;
}

async function writePack(copy: Copy, text: string, path: string): Promise<string> {
  const file = await open(/* turbopackIgnore: true */ path, 'wx', 0o600);
  let byteLength = 0;
  try {
    const end = await runGitScript({ ...copy, text }, async (bytes) => {
      byteLength += bytes.byteLength;
      if (byteLength > limits.cloneBytes)
        throw new WorkspaceError('too_large', 'The history of this repository is too large to push');
      await file.appendFile(bytes);
    });
    expectSuccess(end);
    return end.stderr;
  } finally {
    await file.close();
  }
}
