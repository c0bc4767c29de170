import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, NotFeltError } from './fault.ts';
import { type ModelFault, modelFaults } from './faulty-model.ts';

const isAny = () => true;

const modelFault = (name: ModelFault): Fault => ({
  ...{ ids: ['F26'], name: `model ${name}`, target: 'model', appliesTo: isAny },
  lastsMs: [1_000, 3_000],
  plans: ['say', 'read'],
  async start({ model }) {
    model.setFault(name);
    return async () => {
      const felt = model.faultCount();
      model.setFault(null);
      if (felt === 0) throw new NotFeltError('no request felt it');
    };
  },
});

/** In the model, and in the workspace. */
export const otherFaults: readonly Fault[] = [
  ...(Object.keys(modelFaults) as ModelFault[]).map(modelFault),
  {
    ...{ ids: ['F29'], name: 'workspace taken away', target: 'workspace', appliesTo: isAny },
    lastsMs: [1_000, 3_000],
    async start({ workspace }) {
      const elsewhere = `${workspace}-elsewhere`;
      renameSync(workspace, elsewhere);
      return async () => renameSync(elsewhere, workspace);
    },
  },
  {
    ...{ ids: ['F28'], name: 'disk of the store full', target: 'disk', lastsMs: [1_000, 4_000] },
    appliesTo: ({ diskBytes }) => diskBytes !== null,
    async start({ servers, deployment }) {
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
        throw new Error('the disk took more than it has');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
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
