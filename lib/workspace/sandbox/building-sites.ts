import { freezeProcesses } from './hold-processes.ts';

/** Sandboxes of one workspace are built one at a time, while the commands that run in it are held. */
export interface BuildingSites {
  /** @param build is given what runs in the workspace held; they go on when it has ended */
  buildIn<Built>(root: string, build: () => Promise<Built>): Promise<Built>;
  /** A command that runs in it, until the promise settles. */
  occupy(root: string, pid: number, until: Promise<unknown>): void;
}

export function createBuildingSites(): BuildingSites {
  const pidsIn = new Map<string, Set<number>>();
  const lastIn = new Map<string, Promise<unknown>>();

  return {
    async buildIn(root, build) {
      const before = lastIn.get(root) ?? Promise.resolve();
      const turn = before.then(async () => {
        const thaw = await freezeProcesses([...(pidsIn.get(root) ?? [])]);
        try {
          return await build();
        } finally {
          thaw();
        }
      });
      const settled = turn.catch(() => {});
      lastIn.set(root, settled);
      try {
        return await turn;
      } finally {
        if (lastIn.get(root) === settled) lastIn.delete(root);
      }
    },
    occupy(root, pid, until) {
      const pids = pidsIn.get(root) ?? new Set();
      pidsIn.set(root, pids.add(pid));
      void until.finally(() => {
        pids.delete(pid);
        if (pids.size === 0 && pidsIn.get(root) === pids) pidsIn.delete(root);
      });
    },
  };
}
