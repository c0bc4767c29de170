import { afterAll, describe, expect, test } from 'vitest';
import { comparedRows } from '#components/artifacts/panel/compare/compared-rows.ts';
import { limits } from '#lib/core/limits.ts';
import { compareArtifacts } from '#lib/operations/artifacts/compare-artifacts.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { NewArtifact } from '#lib/stores/stores.ts';
import { isoAfter, sampleArtifact } from '#tests/contracts/samples.ts';
import { numberedLines } from '#tests/support/stage.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
afterAll(() => stores.close());

const store = async (text: string, change: Partial<NewArtifact> = {}) => {
  const writer = await stores.artifacts.create(sampleArtifact({ type: 'terminal', ...change }));
  await writer.write(Buffer.from(text));
  return await writer.complete(null);
};
const compare = (...pair: [Awaited<ReturnType<typeof store>>, Awaited<ReturnType<typeof store>>]) =>
  compareArtifacts(stores.artifacts, ...pair);

describe('comparing two results', () => {
  test('compares the text people read, from the older to the newer, in either order of the request', async () => {
    const older = await store('\u001b[32mok\u001b[0m a\n10%\r100%\nfails 2\n', {
      createdAt: isoAfter(-60_000),
    });
    const newer = await store('ok a\n100%\nfails 1\nmore\n');
    for (const pair of [
      [older, newer],
      [newer, older],
    ] as const) {
      expect(await compare(...pair)).toEqual({
        before: { artifactId: older.id, createdAt: older.createdAt, lineCount: 3 },
        after: { artifactId: newer.id, createdAt: newer.createdAt, lineCount: 4 },
        added: 2,
        deleted: 1,
        differsInTimes: false,
        diff: '--- a/npm test\n+++ b/npm test\n@@ -1,3 +1,4 @@\n ok a\n 100%\n-fails 2\n+fails 1\n+more\n',
      });
    }
  });

  test('finds no diff between equal texts, whatever their colours', async () => {
    const result = await compare(await store('a\n'), await store('\u001b[1ma\u001b[0m\n'));
    expect(result).toMatchObject({ added: 0, deleted: 0, diff: '' });
  });

  test('ignores durations in command output', async () => {
    const run = (took: string, point: string) =>
      `✔ a (${took}ms)\n${point} b (1.2ms)\nDone in ${took} s at 10:11:${took.slice(0, 2)}\nduration_ms ${took}\n`;
    const slow = await store(run('12.25', '✖'));
    const fast = await store(run('10.5', '✖'));
    expect(await compare(slow, fast)).toMatchObject({ diff: '', added: 0, deleted: 0, differsInTimes: true });
    const fixed = await compare(slow, await store(run('99', '✔')));
    expect(fixed).toMatchObject({ added: 1, deleted: 1, differsInTimes: false });
    expect(fixed.diff).toContain('-✖ b (1.2ms)\n+✔ b (1.2ms)\n');
  });

  test('compares files to the last digit', async () => {
    const file = { type: 'file' } as const;
    const result = await compare(await store('wait 5 s\n', file), await store('wait 6 s\n', file));
    expect(result).toMatchObject({ added: 1, deleted: 1 });
  });

  test('rejects results that are not text, unfinished, expired, too large or too different', async () => {
    const one = await store('a\n');
    const refused = async (change: object) => await compare(one, { ...one, ...change });
    await expect(refused({ lineCount: null })).rejects.toMatchObject({ code: 'not_text' });
    await expect(refused({ state: 'writing' })).rejects.toMatchObject({ code: 'artifact_writing' });
    await expect(refused({ state: 'expired' })).rejects.toMatchObject({ code: 'artifact_expired' });
    await expect(refused({ byteLength: limits.comparedBytes + 1 })).rejects.toMatchObject({
      code: 'too_large',
    });
    const many = await store(numberedLines(15_000, (number) => `a${number}`));
    const others = await store(numberedLines(15_000, (number) => `b${number}`));
    await expect(compare(many, others)).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('the rows of a comparison', () => {
  test('have old and new line numbers and marked words, and no header', () => {
    const { rows } = comparedRows('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-took 12 ms\n+took 15 ms\n');
    expect(rows.map(({ kind }) => kind)).toEqual(['hunk', 'context', 'del', 'add']);
    expect(rows[2]).toMatchObject({ oldNumber: 2, newNumber: null, marks: [[5, 7]] });
  });

  test('cut a line that is too long, and give its length', () => {
    const { rows, cut } = comparedRows(`--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+${'é'.repeat(5_000)}\n`);
    expect([...cut.values()]).toEqual([10_001]);
    const row = rows.at(-1);
    expect(row && 'text' in row && row.text.length).toBe(limits.lineCharacters - 1);
  });
});
