import { openInside } from './open-inside.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

/** Branch and commit that a folder has checked out, read from its `.git` files without running git. */
export async function readGitHead(
  root: WorkspaceRoot,
): Promise<{ branch: string | null; commit: string } | null> {
  const head = (await readSmallFile(root, ['.git', 'HEAD']))?.trim();
  if (!head) return null;
  const branch = /^ref: refs\/heads\/(\S+)$/.exec(head)?.[1];
  if (branch === undefined) return isCommit(head) ? { branch: null, commit: head } : null;
  const loose = (await readSmallFile(root, ['.git', 'refs', 'heads', ...branch.split('/')]))?.trim();
  if (loose && isCommit(loose)) return { branch, commit: loose };
  const packed = (await readSmallFile(root, ['.git', 'packed-refs'])) ?? '';
  const line = packed.split('\n').find((entry) => entry.endsWith(` refs/heads/${branch}`));
  const commit = line?.split(' ', 1)[0];
  return commit && isCommit(commit) ? { branch, commit } : null;
}

/** The branch that the server of a clone has checked out; `null`: it is not known. */
export async function readDefaultBranch(root: WorkspaceRoot): Promise<string | null> {
  const head = await readSmallFile(root, ['.git', 'refs', 'remotes', 'origin', 'HEAD']);
  return /^ref: refs\/remotes\/origin\/(\S+)$/.exec(head?.trim() ?? '')?.[1] ?? null;
}

/** The contents of `.git/shallow`; `null`: the history is complete. */
export const readShallow = (root: WorkspaceRoot): Promise<string | null> =>
  readSmallFile(root, ['.git', 'shallow']);

const isCommit = (text: string) => /^[0-9a-f]{40,64}$/.test(text);

async function readSmallFile(root: WorkspaceRoot, components: string[]): Promise<string | null> {
  // A folder that is not a repository, or an unusual one, has no head to report: not an error.
  const opened = await openInside(root, components).catch(() => null);
  if (opened === null) return null;
  try {
    return opened.stats.isFile() && opened.stats.size < 4 * 1024 * 1024
      ? await opened.handle.readFile('utf8')
      : null;
  } finally {
    await opened.handle.close();
  }
}
