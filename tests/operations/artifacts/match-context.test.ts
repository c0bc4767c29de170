import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { contextQuery, readMatchContext } from '#lib/operations/artifacts/match-context.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { NewArtifact } from '#lib/stores/stores.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { sampleArtifact } from '#tests/contracts/samples.ts';
import { numberedLines } from '#tests/support/stage.ts';
import { tempFolder, writeFiles } from '#tests/support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
afterAll(() => stores.close());

const hundred = numberedLines(100, (number) => (number % 40 === 0 ? `needle ${number}` : `line ${number}`));

function openFolder(files: Record<string, string | Uint8Array>) {
  const root = tempFolder();
  writeFiles(root, files);
  return { root, workspace: openWorkspace(root) };
}
type Folder = ReturnType<typeof openFolder>;

async function store(text: string, change: Partial<NewArtifact> = {}) {
  const writer = await stores.artifacts.create(sampleArtifact({ type: 'matches', ...change }));
  await writer.write(Buffer.from(text));
  return await writer.complete(null);
}

/** Matches as grep_file stores them. */
async function search({ workspace }: Folder, pattern = 'needle') {
  const signal = new AbortController().signal;
  const { lines, files } = await workspace.grep({
    pattern,
    path: '.',
    glob: null,
    isCaseIgnored: false,
    signal,
  });
  return await store(lines.map((line) => `${line}\n`).join(''), { files });
}

const around = async (
  { workspace }: Pick<Folder, 'workspace'>,
  metadata: Awaited<ReturnType<typeof store>>,
  line = 1,
  more: { before?: string; after?: string } = {},
) => await readMatchContext(stores.artifacts, workspace, metadata, contextQuery.parse({ line, ...more }));

describe('the lines around a match', () => {
  test('are lines of its file, five before and after or as many as requested', async () => {
    const folder = openFolder({ 'src/a.txt': hundred });
    const found = await search(folder);
    const { lines, ...rest } = await around(folder, found);
    expect(rest).toEqual({ path: 'src/a.txt', from: 35, total: 100, cut: [] });
    expect([lines.length, lines[0], lines[5], lines.at(-1)]).toEqual([11, 'line 35', 'needle 40', 'line 45']);
    const wide = await around(folder, found, 2, { before: '50', after: '50' });
    expect([wide.from, wide.lines.length, wide.lines.at(-1)]).toEqual([30, 71, 'line 100']);
    const uneven = await around(folder, found, 2, { before: '1' });
    expect([uneven.from, uneven.lines.length]).toEqual([79, 7]);
  });

  test('end at the end of the file', async () => {
    const folder = openFolder({ 'a.txt': 'needle\nb', 'b.txt': 'needle' });
    const found = await search(folder);
    expect(await around(folder, found, 1)).toMatchObject({ from: 1, lines: ['needle', 'b'], total: 2 });
    expect(await around(folder, found, 2)).toMatchObject({ from: 1, lines: ['needle'], total: 1 });
  });

  test('are found by the line number people see', async () => {
    const folder = openFolder({ 'a.txt': hundred });
    const found = await store('a.txt:40:needle 40\n', { firstLine: 7 });
    expect(await around(folder, found, 7)).toMatchObject({ from: 35 });
    await expect(around(folder, found, 1)).rejects.toMatchObject({ code: 'invalid_lines' });
  });

  test.each([
    ['the ends of Windows', 'a\r\nneedle\r\nb\r\n'],
    ['a mark before it', '\ufeffneedle\nb\n'],
    ['another encoding', Buffer.from('\ufeffa\nneedle\nb\n', 'utf16le')],
    ['bytes that are no text', Buffer.from([0x61, 0x0a, 0xff, 0xc3, 0x28, ...Buffer.from('needle\nb\n')])],
  ])('are found in a file with %s', async (_, content) => {
    const folder = openFolder({ 'a.txt': content });
    const { lines } = await around(folder, await search(folder));
    expect(lines.at(-1)).toBe('b');
    expect(lines.at(-2)).toMatch(/needle$/);
  });

  test('are found under a path that looks like a match', async () => {
    const path = 'a:1:b.txt';
    const folder = openFolder({ [path]: hundred });
    expect(await around(folder, await search(folder))).toMatchObject({ path, from: 35 });
  });

  test('are cut if they are long, and give their length', async () => {
    const long = 'é'.repeat(limits.lineCharacters + 1);
    const folder = openFolder({ 'a.txt': `${long}\nneedle\n${long.slice(1)}\n` });
    const { lines, cut } = await around(folder, await search(folder));
    expect(lines.map(({ length }) => length)).toEqual([limits.lineCharacters, 6, limits.lineCharacters]);
    expect(cut).toEqual([{ line: 1, byteLength: 2 * (limits.lineCharacters + 1) }]);
  });

  test.each([
    ['a few thousand characters', `${'x'.repeat(5_000)} needle`],
    ['more than is held of a line', `${'é'.repeat(300_000)} needle`],
    ['many matches', 'needle '.repeat(2_000)],
  ])('are found if the match itself has %s', async (_, match) => {
    const folder = openFolder({ 'a.txt': `before\n${match}\nafter\n` });
    const { lines, cut } = await around(folder, await search(folder));
    expect([lines[0], lines[1]?.length, lines[2]]).toEqual(['before', limits.lineCharacters, 'after']);
    expect(cut).toEqual([{ line: 2, byteLength: Buffer.byteLength(match) }]);
  });
});

describe('a match', () => {
  const changed = { code: 'changed', message: 'The file has changed since this search. Search again.' };
  const gone = { code: 'not_found', message: 'This file no longer exists.' };

  test.each([
    ['another text at its line', hundred.replace('needle 40', 'needle 40!')],
    ['its text no more', 'needle\n'],
    ['lines before it', `new\n${hundred}`],
    ['fewer lines', 'line 1\n'],
    ['nothing', ''],
    ['bytes that are no text', Buffer.from([0, 1, 2, 3])],
  ])('is not shown in its file if that now contains %s', async (_, content) => {
    const folder = openFolder({ 'a.txt': hundred });
    const found = await search(folder);
    writeFileSync(join(folder.root, 'a.txt'), content);
    await expect(around(folder, found)).rejects.toMatchObject(changed);
  });

  test('in a long line is not shown in another long line', async () => {
    const folder = openFolder({ 'a.txt': `needle${'x'.repeat(5_000)}\n` });
    const found = await search(folder);
    writeFileSync(join(folder.root, 'a.txt'), `needle${'y'.repeat(5_000)}\n`);
    await expect(around(folder, found)).rejects.toMatchObject(changed);
  });

  test('whose file is gone says so, also if a folder has taken its name', async () => {
    const folder = openFolder({ 'a.txt': hundred });
    const found = await search(folder);
    rmSync(join(folder.root, 'a.txt'));
    await expect(around(folder, found)).rejects.toMatchObject(gone);
    writeFiles(folder.root, { 'a.txt/b.txt': hundred });
    await expect(around(folder, found)).rejects.toMatchObject(gone);
  });

  test('cannot lead out of the workspace, by link or by path', async () => {
    const outside = openFolder({ 'a.txt': hundred });
    const folder = openFolder({ 'a.txt': hundred, 'deep/a.txt': hundred });
    const found = await search(folder);
    for (const name of ['a.txt', 'deep']) rmSync(join(folder.root, name), { recursive: true });
    symlinkSync(join(outside.root, 'a.txt'), join(folder.root, 'a.txt'));
    symlinkSync(outside.root, join(folder.root, 'deep'));
    for (const line of [1, 3]) await expect(around(folder, found, line)).rejects.toMatchObject(gone);
    for (const path of [`${outside.root}/a.txt`, '../a.txt', 'deep/../../a.txt', '~/a.txt']) {
      const named = await store(`${path}:40:needle 40\n`, { files: [path] });
      await expect(around(folder, named)).rejects.toMatchObject(gone);
    }
  });

  test('cannot lead into a file of secrets', async () => {
    const folder = openFolder({ '.env': 'KEY=needle\n', 'app/.env.local': 'KEY=needle\n' });
    for (const path of ['.env', 'app/.env.local']) {
      const named = await store(`${path}:1:KEY=needle\n`);
      await expect(around(folder, named)).rejects.toMatchObject(gone);
    }
  });

  test('of a workspace that no longer exists says so', async () => {
    const found = await store('a.txt:1:needle\n');
    await expect(
      readMatchContext(stores.artifacts, null, found, contextQuery.parse({ line: 1 })),
    ).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('workspace') });
  });

  test('of a file that is too large to read says so', async () => {
    const path = 'a.txt';
    const file = { path, byteLength: limits.contextFileBytes + 1, isClosed: false };
    const workspace = {
      ...openFolder({}).workspace,
      openFile: async () => ({
        ...file,
        async *chunks() {
          yield Buffer.from(hundred);
        },
        close: async () => {
          file.isClosed = true;
        },
      }),
    };
    const found = await store(`${path}:40:needle 40\n`);
    await expect(around({ workspace }, found)).rejects.toMatchObject({ code: 'too_large' });
    expect(file.isClosed).toBe(true);
  });

  test('is required: other artifacts’ lines and context lines of a search are rejected', async () => {
    const folder = openFolder({ 'a.txt': hundred });
    const found = await store('a.txt-39-line 39\na.txt:40:needle 40\n--\nsome words\n', { files: ['a.txt'] });
    expect(await around(folder, found, 2)).toMatchObject({ from: 35 });
    for (const line of [1, 3, 4, 5]) {
      await expect(around(folder, found, line)).rejects.toMatchObject({ code: 'invalid_lines' });
    }
    const other = await store('a.txt:40:needle 40\n', { type: 'text' });
    await expect(around(folder, other)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(around(folder, { ...found, state: 'expired' }, 2)).rejects.toMatchObject({
      code: 'artifact_expired',
    });
    await stores.artifacts.delete(found.id);
    await expect(around(folder, found, 2)).rejects.toMatchObject({ code: 'artifact_expired' });
  });

  test.each([
    {},
    { line: '0' },
    { line: 'x' },
    { line: '1', before: '0' },
    { line: '1', after: '51' },
    { line: '1', before: '1.5' },
    { line: '1', path: 'a.txt' },
  ])('is rejected with invalid parameters: %o', (query) => {
    expect(contextQuery.safeParse(query).success).toBe(false);
  });
});
