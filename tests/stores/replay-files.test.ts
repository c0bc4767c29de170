import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReplayFiles } from '#lib/stores/replay-files.ts';
import { sampleRawRun, sampleReplay } from '../support/sample-replay.ts';
import { tempFolder } from '../support/temp-folder.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

test('replays are listed latest first, with their raw runs', async () => {
  const files = createReplayFiles(tempFolder());
  expect(await files.list()).toEqual([]);
  const [older, newer] = [sampleReplay({ startedAt: at(1) }), sampleReplay({ startedAt: at(2) })];
  await files.put(newer);
  await files.put(older);
  expect(await files.list()).toEqual([newer, older]);
  await files.put({ ...older, finishedAt: at(3) });
  expect(await files.get(older.id)).toEqual({ ...older, finishedAt: at(3) });
  const run = sampleRawRun({ replayId: newer.id });
  await files.putRun(run);
  expect(JSON.parse((await files.readRun(newer.id, run.task, 'on')) ?? '')).toEqual(run);
  expect(await files.readRun(newer.id, run.task, 'off')).toBeNull();
  expect(await files.readRun(older.id, run.task, 'on')).toBeNull();
});

test('the latest 20 replays are kept', async () => {
  const folder = tempFolder();
  const files = createReplayFiles(folder);
  const created = Array.from({ length: 23 }, (_, index) => sampleReplay({ startedAt: at(index) }));
  for (const replay of created) await files.put(replay);
  expect((await files.list()).map(({ id }) => id)).toEqual(
    created
      .slice(3)
      .reverse()
      .map(({ id }) => id),
  );
  expect(readdirSync(join(folder, 'replays'))).toHaveLength(20);
});

test('a file that is not a replay of this version is skipped, and no name leads to another folder', async () => {
  const folder = tempFolder();
  const files = createReplayFiles(folder);
  for (const [name, text] of Object.entries({ rpl_a: 'no JSON', rpl_b: '{"id":"rpl_b"}' })) {
    mkdirSync(join(folder, 'replays', name), { recursive: true });
    writeFileSync(join(folder, 'replays', name, 'replay.json'), text);
  }
  writeFileSync(join(folder, 'secret.on.json'), 'secret');
  mkdirSync(join(folder, 'replays', 'notes of mine'));
  expect(await files.list()).toEqual([]);
  expect(await files.readRun('rpl_a', '../../secret', 'on')).toBeNull();
  await expect(files.get('../../secret')).rejects.toThrow();
  await expect(files.readRun('..', 'secret', 'on')).rejects.toThrow();
});
