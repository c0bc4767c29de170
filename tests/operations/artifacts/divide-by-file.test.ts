import { afterAll, describe, expect, test } from 'vitest';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { artifactQuery, artifactResponse } from '#lib/http/artifact-response.ts';
import { divideByFile } from '#lib/operations/artifacts/divide-by-file.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { NewArtifact } from '#lib/stores/stores.ts';
import { sampleArtifact } from '#tests/contracts/samples.ts';
import { scaled } from '#tests/support/scaled.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

let shiftMs = 0;
const nowMs = () => Date.now() + shiftMs;
const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs });
afterAll(() => stores.close());

const request = new Request('http://localhost/');
async function store(
  text: string | Uint8Array,
  change: Partial<NewArtifact>,
  expiresAt: string | null = null,
) {
  const writer = await stores.artifacts.create(sampleArtifact(change));
  await writer.write(Buffer.from(text));
  return await writer.complete(expiresAt, {
    exitCode: change.exitCode ?? null,
    durationMs: null,
    stderrLines: [],
  });
}
const divide = async (metadata: ArtifactMetadata) => await divideByFile(request, stores.artifacts, metadata);

const file = (name: string, body: string) =>
  `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-${body}\n+${body}!\n`;

describe('the files of a diff', () => {
  test('are listed with their first lines, with CRLF and lines of any length', async () => {
    const long = 'x'.repeat(700_000);
    const text = `${file('a.txt', long)}${file('b.txt', 'y').replaceAll('\n', '\r\n')}${file('c.txt', long)}`;
    const { sections, isCut } = await divide(await store(text, { type: 'diff' }));
    const changed = { lineCount: 5, added: 1, deleted: 1 };
    expect(sections).toMatchObject([
      { path: 'a.txt', from: 1, ...changed },
      { path: 'b.txt', from: 6, ...changed },
      { path: 'c.txt', from: 11, ...changed },
    ]);
    expect(isCut).toBe(false);
  });

  test('are all listed, however many there are', async () => {
    const body = Array.from({ length: 60 }, (_, at) => `+line ${at} ${'.'.repeat(50)}\n`).join('');
    const text = Array.from(
      { length: scaled(10_000, 1_000) },
      (_, at) => `--- /dev/null\n+++ b/f${at}.txt\n@@ -0,0 +1,60 @@\n${body}`,
    ).join('');
    const metadata = await store(text, { type: 'diff' });
    const { sections } = await divide(metadata);
    expect(sections).toHaveLength(scaled(10_000, 1_000));
    expect(sections.at(-1)).toMatchObject({
      path: `f${scaled(9_999, 999)}.txt`,
      from: scaled(9_999, 999) * 63 + 1,
      added: 60,
    });
  });

  test('of a text that is not a diff are one nameless file; binary and expired artifacts are rejected', async () => {
    const other = await divide(await store('x\n', { type: 'file' }));
    expect(other.sections).toMatchObject([{ path: null, from: 1, lineCount: 1, added: 0, deleted: 0 }]);
    await expect(divide(await store(Buffer.from([0, 1, 2]), { type: 'diff' }))).rejects.toMatchObject({
      code: 'not_text',
    });
    const short = await store(file('a.txt', 'x'), { type: 'diff' }, new Date(nowMs() + 60_000).toISOString());
    shiftMs = 120_000;
    try {
      await expect(divide(short)).rejects.toMatchObject({ code: 'artifact_expired' });
    } finally {
      shiftMs = 0;
    }
  });
});

test('an empty artifact that is being written has no files yet', async () => {
  const artifact = sampleArtifact({ type: 'terminal' });
  const writer = await stores.artifacts.create(artifact);
  const record = await stores.artifacts.get(artifact.id);
  if (!record) throw new Error('it is there');
  expect(await divide(record.metadata)).toEqual({ sections: [], isCut: false });
  await writer.abort();
});

test('the files of a search are listed with their matches', async () => {
  const metadata = await store('a.ts:1:x\na.ts:9:x\nb.ts:2:x\n', {
    type: 'matches',
    files: ['a.ts', 'b.ts'],
  });
  expect((await divide(metadata)).sections).toEqual([
    { path: 'a.ts', from: 1, lineCount: 2, matchCount: 2 },
    { path: 'b.ts', from: 3, lineCount: 1, matchCount: 1 },
  ]);
});

test('the problems of a command are listed with their lines, as many as requested, and never in a share', async () => {
  const metadata = await store('one\ntwo\nthree\n', { type: 'terminal', exitCode: 1 });
  const problems = [1, 2, 3].map((line) => ({
    line,
    name: `t${line}`,
    message: 'wrong',
    location: `a.ts:${line}`,
  }));
  await stores.artifacts.setProblems(metadata.id, problems);
  const record = await stores.artifacts.get(metadata.id);
  if (!record) throw new Error('it was stored');
  const ask = async (query: Record<string, string>, isShared = false) => {
    const parsed = artifactQuery.parse(query);
    const view = { record, metadata: record.metadata, isShared };
    const response = await artifactResponse(request, stores.artifacts, parsed, view);
    return (await response.json()) as { problems?: unknown[]; data: { lines: string[] } };
  };
  const asked = { format: 'json', lines: '1-2' };
  const two = await ask({ ...asked, problems: '2' });
  expect(two.data.lines).toEqual(['one', 'two']);
  expect(two.problems).toMatchObject(problems.slice(0, 2));
  expect(await ask(asked)).not.toHaveProperty('problems');
  expect((await ask({ ...asked, problems: '2' }, true)).problems).toEqual([]);
  expect(artifactQuery.safeParse({ ...asked, problems: '0' }).success).toBe(false);
});
