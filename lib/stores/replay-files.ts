import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idSchema } from '../core/vocabulary/ids.ts';
import { type RawRun, type Replay, replaySchema, type SplitSide } from '../core/vocabulary/ledger/replay.ts';

/**
 * Replays and the runs behind their figures: files under the data folder, independent of the other stores.
 */
export interface ReplayFiles {
  /** Latest first. */
  list(): Promise<Replay[]>;
  /** `null`: it does not exist, or no longer. */
  get(id: string): Promise<Replay | null>;
  /** Creates or overwrites a replay; only the latest 20 are kept. */
  put(replay: Replay): Promise<void>;
  putRun(run: RawRun): Promise<void>;
  /** Returns the text as it was written; `null`: there is none. */
  readRun(id: string, task: string, split: SplitSide): Promise<string | null>;
}

const keptReplays = 20;
const record = 'replay.json';
const taskName = /^[a-z0-9-]{1,64}$/;

/** @param dataDir the server's data folder */
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

/** Atomic for concurrent readers. */
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

/** Returns `null` for a replay of another version that this one cannot show. */
function parseReplay(text: string): Replay | null {
  try {
    return replaySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON, so not one of our files.
    return null;
  }
}
