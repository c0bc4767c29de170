import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import { createLineIndexer, encodeLineIndex, type LineIndex } from '#lib/stores/line-index.ts';
import { openStores } from '#lib/stores/open-stores.ts';
import { readArtifactLines } from '#lib/stores/read-artifact.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { delta, message, newId, sampleArtifact } from '../contracts/samples.ts';

/** Promises specific to SQLite, where a data folder belongs to one process. */
const artifactTtlSeconds = 1_800;
let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-sqlite-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const artifactFiles = (): string[] =>
  readdirSync(join(dataDir, 'artifacts'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('an unfinished and unpublished artifact of a dead process reads as expired after the next start, and its file is deleted', async () => {
  const first = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: Date.now });
  const artifact = sampleArtifact();
  const writer = await first.artifacts.create(artifact);
  await writer.write(Buffer.from('half'));
  await first.close();
  expect(artifactFiles()).toEqual([artifact.id]);
  const second = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: Date.now });
  expect((await second.artifacts.get(artifact.id))?.metadata.state).toBe('expired');
  expect(artifactFiles()).toEqual([]);
  await second.close();
  // The stores are closed already; this closes the file.
  await writer.abort().catch(() => {});
});

describe('an artifact that a process was publishing when it died', () => {
  /** What it published, and a last write that nobody saw. */
  const growAndDie = async (published: string | Buffer, type: ArtifactType = 'terminal') => {
    const stores = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: Date.now });
    const artifact = sampleArtifact({ type, exitCode: null });
    const writer = await stores.artifacts.create(artifact);
    await writer.write(Buffer.from(published));
    await writer.publish({ stderrLines: [{ from: 1, to: 1 }] });
    await writer.write(Buffer.from('seen by nobody\n'));
    await stores.close();
    return { id: artifact.id, closeFile: () => writer.abort().catch(() => {}) };
  };
  const fileOf = (id: string, ending = '') => join(dataDir, 'artifacts', id.slice(-2), `${id}${ending}`);

  test('is complete after the next start, as people saw it, and expires counted from then', async () => {
    const text = 'a line é\n'.repeat(100_000);
    const { id, closeFile } = await growAndDie(text);
    const nowMs = Date.now() + 3_600_000;
    const stores = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: () => nowMs });
    const metadata = (await stores.artifacts.get(id))?.metadata;
    expect(metadata).toMatchObject({
      state: 'complete',
      byteLength: Buffer.byteLength(text),
      lineCount: 100_000,
      sha256: createHash('sha256').update(text).digest('hex'),
      stderrLines: [{ from: 1, to: 1 }],
      expiresAt: new Date(nowMs + artifactTtlSeconds * 1000).toISOString(),
    });
    expect(String(await stores.artifacts.readBytes(id, 0, 10_000_000))).toBe(text);
    const window =
      metadata && (await readArtifactLines(stores.artifacts, metadata, { from: 99_999, to: 100_009 }));
    expect(window).toMatchObject({ lines: ['a line é', 'a line é'], total: 100_000, state: 'complete' });
    await stores.close();
    await closeFile();
  });

  test('is complete even if it is not text', async () => {
    const { id, closeFile } = await growAndDie(Buffer.alloc(300_000), 'binary');
    const stores = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: Date.now });
    expect((await stores.artifacts.get(id))?.metadata).toMatchObject({
      state: 'complete',
      byteLength: 300_000,
      lineCount: null,
    });
    expect(await stores.artifacts.readBytes(id, 0, 1_000_000)).toHaveLength(300_000);
    await stores.close();
    await closeFile();
  });

  test('follows its index, which may be newer than its record', async () => {
    const { id, closeFile } = await growAndDie('one\ntwo\n');
    const indexer = createLineIndexer();
    indexer.push(Buffer.from('one\ntwo\nseen'));
    writeFileSync(fileOf(id, '.index'), encodeLineIndex(indexer.finish() as LineIndex));
    const stores = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: Date.now });
    expect((await stores.artifacts.get(id))?.metadata).toMatchObject({
      state: 'complete',
      byteLength: 12,
      lineCount: 3,
      sha256: createHash('sha256').update('one\ntwo\nseen').digest('hex'),
    });
    await stores.close();
    await closeFile();
  });

  test.each<[string, (id: string) => void]>([
    ['its bytes have gone', (id) => rmSync(fileOf(id))],
    ['bytes of it were lost', (id) => truncateSync(fileOf(id), 5)],
    ['its index has gone', (id) => rmSync(fileOf(id, '.index'))],
    ['its index is empty', (id) => truncateSync(fileOf(id, '.index'), 0)],
    ['nothing was published', () => {}],
  ])('reads as expired, with its files deleted, if %s', async (name, damage) => {
    const { id, closeFile } = await growAndDie(name === 'nothing was published' ? '' : 'one\ntwo\n');
    damage(id);
    const stores = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: Date.now });
    expect((await stores.artifacts.get(id))?.metadata.state).toBe('expired');
    expect(await stores.artifacts.readBytes(id, 0, 10)).toBeNull();
    expect(artifactFiles()).toEqual([]);
    await stores.close();
    await closeFile();
  });
});

test.each([
  ['ahead', 3_600_000],
  ['back', -3_600_000],
])('a clock that is set %s ends no lease, and makes none longer', async (_, byMs) => {
  let nowMs = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
  const stores = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: () => nowMs });
  const [long, short] = [newId('conv'), newId('conv')];
  await stores.leases.acquire(long, 'mine', 60_000);
  await stores.leases.acquire(short, 'mine', 20);
  nowMs += byMs;
  expect(await stores.leases.acquire(long, 'theirs', 60_000)).toBe(false);
  const event = [message('mine')];
  expect((await stores.events.append(long, event, { leaseToken: 'mine' })).status).toBe('appended');
  await vi.waitFor(async () => expect(await stores.leases.acquire(short, 'theirs', 60_000)).toBe(true));
  await stores.close();
});

test('a lease of the previous process is free after a restart', async () => {
  const id = newId('conv');
  const first = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: Date.now });
  await first.leases.acquire(id, 'dead', 60_000);
  await first.close();
  const second = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: Date.now });
  expect(await second.leases.acquire(id, 'new', 60_000)).toBe(true);
  await second.close();
});

test('live events expire after an hour and are deleted', async () => {
  let nowMs = Date.now();
  const stores = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: () => nowMs });
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

test('a second process on the data folder is rejected with a message', async () => {
  const stores = openStores({ redisUrl: null, dataDir, artifactTtlSeconds, nowMs: Date.now });
  const opener = JSON.stringify(join(import.meta.dirname, '../../lib/stores/open-stores.ts'));
  const script = `const { openStores } = await import(${opener});
    openStores({ redisUrl: null, dataDir: ${JSON.stringify(dataDir)}, artifactTtlSeconds: 60, nowMs: Date.now });`;
  const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(other.status).toBe(1);
  expect(other.stderr).toContain(`Another Vitrine uses the data folder ${dataDir}.`);
  await stores.close();
});
