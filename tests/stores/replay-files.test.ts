import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReplayFiles } from '#lib/stores/replay-files.ts';
import { sampleRawRun, sampleReplay, sampleSide } from '../support/sample-replay.ts';
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
  expect(JSON.parse((await files.readRun(newer.id, run)) ?? '')).toEqual(run);
  expect(await files.readRun(newer.id, { ...run, split: 'off' })).toBeNull();
  expect(await files.readRun(newer.id, { ...run, round: 2 })).toBeNull();
  expect(await files.readRun(older.id, run)).toBeNull();
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
  const secret = { task: '../../secret', round: 1, split: 'on' } as const;
  expect(await files.readRun('rpl_a', secret)).toBeNull();
  await expect(files.get('../../secret')).rejects.toThrow();
  await expect(files.readRun('..', { ...secret, task: 'secret' })).rejects.toThrow();
});

test('what an earlier version stored is read: a task with two sides, and runs that are not compressed', async () => {
  const folder = tempFolder();
  const files = createReplayFiles(folder);
  const { tasks, hasMistakes: _1, hasPrograms: _6, roundsWanted: _2, seed: _3, ...replay } = sampleReplay();
  const [task] = tasks;
  const { repeatedTokens: _4, definitionTokens: _5, compactions: _7, ...side } = sampleSide();
  const former = { name: task?.name, title: task?.title, note: null };
  mkdirSync(join(folder, 'replays', replay.id), { recursive: true });
  const write = (name: string, json: object) =>
    writeFileSync(join(folder, 'replays', replay.id, name), JSON.stringify(json));
  write('replay.json', {
    ...replay,
    tasks: [
      { ...former, sides: { on: side, off: side } },
      { ...former, note: 'Not run.', sides: null },
    ],
  });
  write('question-of-log.on.json', { task: 'question-of-log' });
  const read = await files.get(replay.id);
  const uncounted = { ...side, repeatedTokens: null, definitionTokens: null, compactions: null };
  expect(read).toMatchObject({ hasMistakes: false, roundsWanted: 1 });
  expect(read?.tasks).toEqual([
    { ...former, kind: null, family: null, rounds: [{ round: 1, on: uncounted, off: uncounted }] },
    { ...former, kind: null, family: null, note: 'Not run.', rounds: [] },
  ]);
  const run = { task: 'question-of-log', round: 1, split: 'on' } as const;
  expect(await files.readRun(replay.id, run)).toBe('{"task":"question-of-log"}');
  expect(await files.readRun(replay.id, { ...run, round: 2 })).toBeNull();
});

test('a damaged run is as good as none', async () => {
  const folder = tempFolder();
  const files = createReplayFiles(folder);
  const run = sampleRawRun();
  await files.putRun(run);
  const path = join(folder, 'replays', run.replayId, 'question-of-log.1.on.json.gz');
  writeFileSync(path, readFileSync(path).subarray(0, 40));
  expect(await files.readRun(run.replayId, run)).toBeNull();
});
