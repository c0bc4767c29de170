import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type SetUpState, setUpStateSchema } from '#lib/core/vocabulary/environment/set-up.ts';
import { lockFiles } from './file-locks.ts';

const statesSchema = z.record(z.string(), setUpStateSchema);

/** How the set-ups of a workspace, and of working copies of it, ended: in its environment's folder, by root. */
export interface SetUpStates {
  /** `null`: none ran there. */
  read(environment: string, root: string): Promise<SetUpState | null>;
  /** @param state `null`: it runs again with the next command */
  write(environment: string, root: string, state: SetUpState | null): Promise<void>;
}

const fileName = 'set-up.json';

export const setUpStates: SetUpStates = {
  read: async (environment, root) => (await readStates(environment))[root] ?? null,
  // Set-ups of several working copies may end together.
  write: (environment, root, state) =>
    lockFiles([`set-up-states\0${environment}`], async () => {
      const { [root]: _, ...others } = await readStates(environment);
      const path = join(/* turbopackIgnore: true */ environment, fileName);
      const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
      await mkdir(/* turbopackIgnore: true */ environment, { recursive: true, mode: 0o700 });
      await writeFile(temporary, JSON.stringify(state === null ? others : { ...others, [root]: state }), {
        mode: 0o600,
      });
      await rename(temporary, path);
    }),
};

/** A file that cannot be read is as good as none: what it says is made again. */
async function readStates(environment: string): Promise<Record<string, SetUpState>> {
  const text = await readFile(join(/* turbopackIgnore: true */ environment, fileName), 'utf8').catch(
    () => '',
  );
  try {
    return statesSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
