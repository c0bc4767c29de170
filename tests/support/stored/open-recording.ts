import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readConfig } from '#lib/config.ts';
import { modelsOf } from '#lib/runs/models.ts';
import { createServices, type Services } from '#lib/services.ts';
import { startRedisServer } from '../redis-server.ts';
import type { StoreName } from '../stage.ts';
import { inKeyOrder, type Stored } from './read-stored.ts';
import { recordedModel } from './recorded-model.ts';

export const recordingsFolder = join(import.meta.dirname, '../../fixtures/stored');

/** A copy of what a version of the product had stored, and what people found in it then. */
export interface Recording {
  services: Services;
  dataDir: string;
  found: Stored;
  close(): Promise<void>;
}

/** @param version the folder of the recording */
export async function openRecording(version: string, store: StoreName): Promise<Recording> {
  const folder = join(recordingsFolder, version);
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-recorded-'));
  execFileSync('tar', ['-xzf', join(folder, `${store}.tgz`), '-C', dataDir]);
  const redis =
    store === 'Redis'
      ? await startRedisServer({ dump: gunzipSync(readFileSync(join(folder, 'dump.rdb.gz'))) })
      : null;
  const services = openServices(dataDir, redis?.url ?? null);
  return {
    services,
    dataDir,
    found: readFound(join(folder, `${store}.found.json.gz`)),
    async close() {
      await services.shutDown();
      await redis?.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function readFound(path: string): Stored {
  const found: Stored = JSON.parse(gunzipSync(readFileSync(path)).toString());
  return { ...found, totals: { ...found.totals, groups: inKeyOrder(found.totals.groups) } };
}

/** As a server of a team has them. */
export const openServices = (
  dataDir: string,
  redisUrl: string | null,
  settings: Record<string, string> = {},
): Services =>
  createServices(
    readConfig({
      VITRINE_DATA_DIR: join(dataDir, 'data'),
      VITRINE_CLONES_DIR: join(dataDir, 'clones'),
      VITRINE_SIGN_IN: 'invites',
      VITRINE_BASE_URL: 'http://127.0.0.1:3000',
      VITRINE_MEDIA_TITLES: 'off',
      LOG_LEVEL: 'error',
      ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
      ...settings,
    }),
    modelsOf([recordedModel]),
  );
