import type { Copy } from './copy-changes.ts';
import { quoted, scriptHead, secretPathspecs } from './git-script.ts';
import { readScript } from './run-script.ts';

/** Secrets that the repository holds cannot be written by a command: they are as they were, and stay. */
export async function discardCopy(
  copy: Copy,
  { branch, base }: { branch: string; base: string },
): Promise<void> {
  const text = `${scriptHead}base=${quoted(base)}
rm -f .git/index.lock
git read-tree --reset "$base"
git ls-files -z -- ${secretPathspecs(copy.secretNames, 'secret')} | git update-index -z --skip-worktree --stdin
git clean -ffdq ${copy.secretNames.patterns.map((name) => `-e ${quoted(name)}`).join(' ')}
git checkout-index -fa
git symbolic-ref HEAD ${quoted(`refs/heads/${branch}`)}
git update-ref ${quoted(`refs/heads/${branch}`)} "$base"
git update-index -q --refresh || true`;
  await readScript({ ...copy, text }, 1024);
}
