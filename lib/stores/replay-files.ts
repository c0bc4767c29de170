import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { idSchema } from '../core/vocabulary/ids.ts';
import { type RawRun, type Replay, type RunName, replaySchema } from '../core/vocabulary/ledger/replay.ts';

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
  /** Returns the run as JSON; `null`: there is none. */
  readRun(id: string, run: RunName): Promise<string | null>;
}

const gzip = promisify<string, zlib.ZlibOptions, Buffer>(zlib.gzip);
const gunzip = promisify<Buffer, Buffer>(zlib.gunzip);

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
    async putRun(run) {
      await write(pathOf(run.replayId), runFile(run), await gzip(JSON.stringify(run), quick));
    },
    async readRun(id, run) {
      if (!taskName.test(run.task)) return null;
      const packed = await readFile(/* turbopackIgnore: true */ pathOf(id, runFile(run))).catch(absent);
      // A damaged file is as good as none.
      if (packed !== null) return await gunzip(packed).then(String, () => null);
      // An earlier version ran each task once, and did not compress its runs.
      return run.round === 1 ? await readText(pathOf(id, `${run.task}.${run.split}.json`)) : null;
    },
  };
}

const isId = (name: string): boolean => idSchema.safeParse(name).success;
const runFile = ({ task, round, split }: RunName): string => `${task}.${round}.${split}.json.gz`;
/** Runs repeat themselves, so that even the lowest level leaves a tenth. */
const quick = { level: 1 };

/** Atomic for concurrent readers. */
async function write(folder: string, name: string, contents: string | Uint8Array): Promise<void> {
  const path = join(/* turbopackIgnore: true */ folder, name);
  await mkdir(/* turbopackIgnore: true */ folder, { recursive: true, mode: 0o700 });
  await writeFile(/* turbopackIgnore: true */ `${path}.new`, contents, { mode: 0o600 });
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
