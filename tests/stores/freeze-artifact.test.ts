import { afterAll, expect, test } from 'vitest';
import { freezeArtifact } from '#lib/stores/freeze-artifact.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { NewArtifact } from '#lib/stores/stores.ts';
import { isoAfter, newId, sampleArtifact } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
const { artifacts } = stores;
afterAll(() => stores.close());

const store = async (change: Partial<NewArtifact>) => {
  const writer = await artifacts.create(sampleArtifact(change));
  await writer.write(Buffer.from('1\n2\n3\n4\n5\n6\n7\n8\n'));
  return await writer.complete(null);
};
const freeze = (source: Awaited<ReturnType<typeof store>>, range: { from: number; to: number } | null) =>
  freezeArtifact(artifacts, source, {
    id: newId('shr'),
    range,
    expiresAt: isoAfter(60_000),
    appId: newId('art'),
    rewrite: null,
  });

const stderrLines = [
  { from: 1, to: 2 },
  { from: 4, to: 6 },
  { from: 8, to: 8 },
];

test('a copy has the call’s outcome, duration and size, and nothing about the workspace’s files', async () => {
  const source = await store({
    exitCode: 1,
    durationMs: 12.5,
    stderrLines,
    dimensions: { width: 640, height: 480 },
    changes: [{ path: 'a', before: null, after: 'x' }],
  });
  expect(await freeze(source, null)).toMatchObject({
    exitCode: 1,
    durationMs: 12.5,
    stderrLines,
    dimensions: { width: 640, height: 480 },
    changes: [],
    conversationId: '',
  });
});

test.each([
  [1, 3, [{ from: 1, to: 2 }]],
  [
    2,
    5,
    [
      { from: 1, to: 1 },
      { from: 3, to: 4 },
    ],
  ],
  [3, 3, []],
  [5, 5, [{ from: 1, to: 1 }]],
  [
    6,
    8,
    [
      { from: 1, to: 1 },
      { from: 3, to: 3 },
    ],
  ],
])(
  'a copy of lines %i-%i has those lines, and knows which were standard error',
  async (from, to, expected) => {
    for (const firstLine of [1, 40]) {
      const shift = firstLine - 1;
      const copy = await freeze(await store({ stderrLines, firstLine }), {
        from: from + shift,
        to: to + shift,
      });
      expect(copy).toMatchObject({
        stderrLines: expected,
        firstLine: from + shift,
        lineCount: to - from + 1,
      });
      const text = String(copy && (await artifacts.readBytes(copy.id, 0, 100)));
      expect(text.trim().split('\n').map(Number)).toEqual(
        Array.from({ length: to - from + 1 }, (_, at) => from + at),
      );
    }
  },
);

test('an artifact that is being written cannot be copied', async () => {
  const artifact = sampleArtifact();
  const writer = await artifacts.create(artifact);
  await writer.write(Buffer.from('one\n'));
  await writer.publish({ stderrLines: [] });
  const record = await artifacts.get(artifact.id);
  expect(record && (await freeze(record.metadata, null))).toBeNull();
  await writer.abort();
});
