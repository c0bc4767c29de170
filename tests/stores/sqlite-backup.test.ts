import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { backUpDataFolder } from '#lib/stores/sqlite/back-up-data-folder.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { restoreDataFolder } from '#lib/stores/sqlite/restore-data-folder.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { addOne, wholeOnes } from '../support/whole-conversations.ts';

const open = (dataDir: string): Stores =>
  openSqliteStores({ dataDir, artifactTtlSeconds: 60, nowMs: Date.now });
const nowMs = () => Date.parse('2026-11-30T12:00:00Z');
const backUp = (dataDir: string, target: string, withSecret = false) =>
  backUpDataFolder({ dataDir, target, withSecret, nowMs });
const newFolder = () => join(tempFolder(), 'new');

describe('a backup of a data folder', () => {
  test('is made while the server writes, and has everything up to a moment', async () => {
    const dataDir = tempFolder();
    const stores = open(dataDir);
    const before: string[] = [];
    for (let count = 0; count < 30; count += 1) before.push((await addOne(stores)).id);
    let isOver = false;
    const after: string[] = [];
    const writing = (async () => {
      while (!isOver) {
        after.push((await addOne(stores)).id);
        await nextTurn();
      }
    })();
    const target = newFolder();
    const { manifest, goneCount } = await backUp(dataDir, target);
    isOver = true;
    await writing;
    await stores.close();
    expect(after.length).toBeGreaterThan(0);
    expect(goneCount).toBe(0);

    const restored = newFolder();
    expect(await restoreDataFolder({ source: target, dataDir: restored })).toEqual({
      manifest,
      goneCount: 0,
    });
    const again = open(restored);
    const whole = await wholeOnes(again);
    expect(whole).toEqual(expect.arrayContaining(before));
    // What was stored later is there up to a moment, without a gap.
    const later = after.filter((id) => whole.includes(id));
    expect(later).toEqual(after.slice(0, later.length));
    expect(whole).toHaveLength(manifest.counts.events);
    const sums = await again.ledger.sums('tool', '2000-01-01', '9999-01-01');
    expect(sums.reduce((sum, day) => sum + day.sums.calls, 0)).toBe(manifest.counts.ledgerEntries);
    // It goes on: no ID is given twice.
    const { id } = await addOne(again);
    const { durable } = await again.events.readDurable(id, null, 1);
    expect(Number(durable[0]?.id)).toBeGreaterThan(manifest.counts.events);
    await again.close();
  });

  test('says what expired meanwhile, and has what lies beside the database', async () => {
    const dataDir = tempFolder();
    const stores = open(dataDir);
    const { artifactId } = await addOne(stores);
    await addOne(stores);
    await stores.close();
    rmSync(join(dataDir, 'artifacts', artifactId.slice(-2), artifactId));
    writeFileSync(join(dataDir, 'ledger-set-aside-7.jsonl'), '{}\n');
    mkdirSync(join(dataDir, 'replays', 'rep_a'), { recursive: true });
    writeFileSync(join(dataDir, 'replays', 'rep_a', 'replay.json'), '{}');
    mkdirSync(join(dataDir, 'environments'));
    writeFileSync(join(dataDir, 'secret'), 'x'.repeat(40));
    const [without, withSecret] = [newFolder(), newFolder()];
    expect(await backUp(dataDir, without)).toMatchObject({ goneCount: 1, manifest: { hasSecret: false } });
    expect((await backUp(dataDir, withSecret, true)).manifest.hasSecret).toBe(true);
    const restored = newFolder();
    expect((await restoreDataFolder({ source: withSecret, dataDir: restored })).goneCount).toBe(1);
    const names = readdirSync(restored).filter((name) => !name.startsWith('lock.db'));
    expect(names.toSorted()).toEqual([
      'artifacts',
      'ledger-set-aside-7.jsonl',
      'replays',
      'secret',
      'vitrine.db',
    ]);
    expect(readdirSync(without)).not.toContain('secret');
    const again = open(restored);
    expect(await again.artifacts.hashBytes(artifactId)).toBeNull();
    await again.close();
  });

  test('needs a folder of its own, and data', async () => {
    const dataDir = tempFolder();
    await open(dataDir).close();
    await expect(backUp(dataDir, dataDir)).rejects.toThrow(
      'is not empty: name a folder for this backup alone',
    );
    const nothing = tempFolder();
    await expect(backUp(nothing, newFolder())).rejects.toThrow('has no data of Vitrine');
    expect(readdirSync(nothing)).toEqual([]);
  });
});

describe('what is restored', () => {
  async function made() {
    const dataDir = tempFolder();
    const stores = open(dataDir);
    await addOne(stores);
    await stores.close();
    const source = newFolder();
    await backUp(dataDir, source);
    return { dataDir, source };
  }

  test('never overwrites data', async () => {
    const { dataDir, source } = await made();
    await expect(restoreDataFolder({ source, dataDir })).rejects.toThrow('Nothing was changed');
    const running = newFolder();
    mkdirSync(running);
    writeFileSync(join(running, 'notes.txt'), 'mine');
    await expect(restoreDataFolder({ source, dataDir: running })).rejects.toThrow('is not empty');
    expect(readdirSync(running)).toEqual(['notes.txt']);
  });

  test.each([
    ['has no manifest', (source: string) => rmSync(join(source, 'backup.json')), /is no whole backup/],
    [
      'has a damaged manifest',
      (source: string) => writeFileSync(join(source, 'backup.json'), '{'),
      /cannot be read/,
    ],
    [
      'is of a newer version',
      (source: string) => changeManifest(source, { schemaVersion: 99 }),
      /written by a newer Vitrine/,
    ],
    [
      'has another database',
      (source: string) => writeFileSync(join(source, 'vitrine.db'), 'x'),
      /is not as it was when the backup was made/,
    ],
  ])('is no backup that %s', async (_, spoil, sentence) => {
    const { source } = await made();
    spoil(source);
    const dataDir = newFolder();
    await expect(restoreDataFolder({ source, dataDir })).rejects.toThrow(sentence);
    expect(existsSync(join(dataDir, 'vitrine.db'))).toBe(false);
  });
});

test('what is restored stays in the data folder, whatever IDs its database has', async () => {
  const source = newFolder();
  const dataDir = tempFolder();
  const stores = open(dataDir);
  await addOne(stores);
  await stores.close();
  const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
  database.exec("UPDATE artifacts SET id = '../../escaped'");
  database.close();
  await expect(backUp(dataDir, source)).rejects.toThrow('invalid_format');
  expect(existsSync(join(source, 'backup.json'))).toBe(false);
});

function changeManifest(source: string, change: object): void {
  const path = join(source, 'backup.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }));
}
