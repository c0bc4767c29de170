import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';
import { type ModelFault, modelFaults } from './faulty-model.ts';

const isAny = () => true;

const modelFault = (name: ModelFault): Fault => ({
  ...{ ids: ['F26'], name: `model ${name}`, target: 'model', appliesTo: isAny },
  lastsMs: [1_000, 3_000],
  plans: ['say', 'read'],
  ...(name === 'hangs' ? { isSlow: true } : {}),
  async begin({ model }) {
    model.setFault(name);
    return async () => model.setFault(null);
  },
});

/** In the model, and in the workspace. */
export const otherFaults: readonly Fault[] = [
  ...(Object.keys(modelFaults) as ModelFault[]).map(modelFault),
  {
    ...{ ids: ['F29'], name: 'workspace taken away', target: 'workspace', appliesTo: isAny },
    lastsMs: [1_000, 3_000],
    async begin({ workspace }) {
      const elsewhere = `${workspace}-elsewhere`;
      renameSync(workspace, elsewhere);
      return async () => renameSync(elsewhere, workspace);
    },
  },
  {
    ...{ ids: ['F28'], name: 'disk of the store full', target: 'disk', lastsMs: [1_000, 4_000] },
    appliesTo: ({ diskBytes }) => diskBytes !== null,
    async begin({ servers, deployment }) {
      // In the mount namespace of the server, which is the last process that `bwrap` has started.
      const file = join(
        '/proc',
        String(childOf(servers[0]?.pid() ?? 0)),
        'root',
        servers[0]?.dataDir ?? '',
        'filler',
      );
      const descriptor = openSync(file, 'w');
      const chunk = Buffer.alloc(64 * 1024);
      try {
        for (let written = 0; written < (deployment.diskBytes ?? 0); written += chunk.length)
          writeSync(descriptor, chunk);
      } catch {
        // It is full.
      } finally {
        closeSync(descriptor);
      }
      return async () => rmSync(file);
    },
  },
];

const childOf = (pid: number): number => {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return child ? Number(child) : pid;
};
