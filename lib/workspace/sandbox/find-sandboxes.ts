import { readdir, readFile } from 'node:fs/promises';
import { isWithin } from '#lib/core/algorithms/text/lies-in.ts';
import { workspacePath } from './sandbox-arguments.ts';

/**
 * The sandboxes on this machine that use a workspace, one around it or one inside it, whichever server
 * started them. They are found by their first processes, whose command line nothing inside can change. When
 * none is listed any more, all their programs have ended.
 */
export async function findSandboxes(root: string): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const pids = await Promise.all(
    names.map(async (pid) => ((await isSandboxOf(root, pid)) ? Number(pid) : null)),
  );
  return pids.filter((pid) => pid !== null);
}

async function isSandboxOf(root: string, pid: string): Promise<boolean> {
  // Processes may end while they are listed.
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  // Outside the sandbox the workspace may have the same path.
  const index = words.findIndex((word, at) => word === '--bind' && words[at + 2] === workspacePath);
  const bound = words[index + 1] ?? '';
  return index !== -1 && (isWithin(bound, root) || isWithin(root, bound));
}
