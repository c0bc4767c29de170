import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../lib/core/limits.ts';
import { openStores } from '../../lib/stores/open-stores.ts';
import { openSqliteStores } from '../../lib/stores/sqlite/open-sqlite-stores.ts';
import { delta, newId, sampleArtifact } from '../contracts/samples.ts';

/** What holds in SQLite alone, where a data folder has one process. */
let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-sqlite-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const artifactFiles = (): string[] =>
  readdirSync(join(dataDir, 'artifacts'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('an artifact that a dead process left half written reads as expired after the next start, and its file has gone', async () => {
  const first = openSqliteStores({ dataDir, nowMs: Date.now });
  const artifact = sampleArtifact();
  const writer = await first.artifacts.create(artifact);
  await writer.write(Buffer.from('half'));
  await first.close();
  expect(artifactFiles()).toEqual([artifact.id]);
  const second = openSqliteStores({ dataDir, nowMs: Date.now });
  expect((await second.artifacts.get(artifact.id))?.metadata.state).toBe('expired');
  expect(artifactFiles()).toEqual([]);
  await second.close();
  // Its stores are closed; this closes the file.
  await writer.abort().catch(() => {});
});

test('a lease of the process before is free after a new start', async () => {
  const id = newId('conv');
  const first = openSqliteStores({ dataDir, nowMs: Date.now });
  await first.leases.acquire(id, 'dead', 60_000);
  await first.close();
  const second = openSqliteStores({ dataDir, nowMs: Date.now });
  expect(await second.leases.acquire(id, 'new', 60_000)).toBe(true);
  await second.close();
});

test('live events are lost after an hour, and swept', async () => {
  let nowMs = Date.now();
  const stores = openSqliteStores({ dataDir, nowMs: () => nowMs });
  const id = newId('conv');
  await stores.events.appendLive(id, [delta('x')]);
  nowMs += limits.liveSeconds * 1000;
  const read = () => stores.events.read(id, { durable: null, live: null }, 10);
  expect((await read()).live).toEqual([]);
  await stores.sweep();
  nowMs -= limits.liveSeconds * 1000;
  expect((await read()).live).toEqual([]);
  await stores.close();
});

test('a second process on the data folder is refused with a sentence', async () => {
  const stores = openStores({ redisUrl: null, dataDir, nowMs: Date.now });
  const opener = JSON.stringify(join(import.meta.dirname, '../../lib/stores/open-stores.ts'));
  const script = `const { openStores } = await import(${opener});
    openStores({ redisUrl: null, dataDir: ${JSON.stringify(dataDir)}, nowMs: Date.now });`;
  const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(other.status).toBe(1);
  expect(other.stderr).toContain(`Another Vitrine uses the data folder ${dataDir}.`);
  await stores.close();
});
