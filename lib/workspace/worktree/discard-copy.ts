import type { Copy } from './copy-changes.ts';
import { quotedForShell, scriptHead, secretPathspecs } from './git-script.ts';
import { readGitScript } from './run-script.ts';

/** A command cannot write secrets that the repository contains: they are unchanged, and stay. */
export async function discardCopy(
  copy: Copy,
  { branch, base }: { branch: string; base: string },
): Promise<void> {
  const text = `${scriptHead}base=${quotedForShell(base)}
rm -f .git/index.lock
git read-tree --reset "$base"
git ls-files -z -- ${secretPathspecs(copy.secretNames, 'secret')} | git update-index -z --skip-worktree --stdin
git clean -ffdq ${copy.secretNames.patterns.map((name) => `-e ${quotedForShell(name)}`).join(' ')}
git checkout-index -fa
git symbolic-ref HEAD ${quotedForShell(`refs/heads/${branch}`)}
git update-ref ${quotedForShell(`refs/heads/${branch}`)} "$base"
git update-index -q --refresh || true`;
  await readGitScript({ ...copy, text }, 1024);
}
