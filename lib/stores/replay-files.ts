import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idSchema } from '../core/ids.ts';
import { type RawRun, type Replay, replaySchema, type SplitSide } from '../core/replay.ts';

/** Replays and what their figures were counted from: files under the data folder, the same whatever the other stores are. */
export interface ReplayFiles {
  /** Latest first. */
  list(): Promise<Replay[]>;
  /** `null`: there is none, or not any more. */
  get(id: string): Promise<Replay | null>;
  /** Makes it, or writes it anew; of those there are the latest 20 stay. */
  put(replay: Replay): Promise<void>;
  putRun(run: RawRun): Promise<void>;
  /** As it was written; `null`: there is none. */
  readRun(id: string, task: string, split: SplitSide): Promise<string | null>;
}

const keptReplays = 20;
const record = 'replay.json';
const taskName = /^[a-z0-9-]{1,64}$/;

/** @param dataDir the server's */
export function createReplayFiles(dataDir: string): ReplayFiles {
  const folder = join(/* turbopackIgnore: true */ dataDir, 'replays');
  const pathOf = (id: string, ...rest: string[]) =>
    join(/* turbopackIgnore: true */ folder, idSchema.parse(id), ...rest);

  const get = async (id: string): Promise<Replay | null> => {
    const text = await readText(pathOf(id, record));
    return text === null ? null : parseReplay(text);
  };

  const list = async (): Promise<Replay[]> => {
    const names = await readdir(/* turbopackIgnore: true */ folder).catch(absent);
    const found = await Promise.all((names ?? []).filter(isId).map(get));
    return found
      .filter((replay) => replay !== null)
      .sort((one, other) => other.startedAt.localeCompare(one.startedAt));
  };

  return {
    list,
    get,
    async put(replay) {
      await write(pathOf(replay.id), record, JSON.stringify(replay));
      for (const { id } of (await list()).slice(keptReplays)) {
        await rm(/* turbopackIgnore: true */ pathOf(id), { recursive: true, force: true });
      }
    },
    putRun: (run) => write(pathOf(run.replayId), runFile(run.task, run.split), JSON.stringify(run)),
    readRun: async (id, task, split) =>
      taskName.test(task) ? await readText(pathOf(id, runFile(task, split))) : null,
  };
}

const isId = (name: string): boolean => idSchema.safeParse(name).success;
const runFile = (task: string, split: SplitSide): string => `${task}.${split}.json`;

/** Whole or not at all, for who reads it meanwhile. */
async function write(folder: string, name: string, text: string): Promise<void> {
  const path = join(/* turbopackIgnore: true */ folder, name);
  await mkdir(/* turbopackIgnore: true */ folder, { recursive: true, mode: 0o700 });
  await writeFile(/* turbopackIgnore: true */ `${path}.new`, text, { mode: 0o600 });
  await rename(/* turbopackIgnore: true */ `${path}.new`, path);
}

const readText = (path: string): Promise<string | null> =>
  readFile(/* turbopackIgnore: true */ path, 'utf8').catch(absent);

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** One that another version wrote is none that this one can show. */
function parseReplay(text: string): Replay | null {
  try {
    return replaySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON: somebody else's file.
    return null;
  }
}
