import { afterAll, describe, expect, test } from 'vitest';
import type { FilteredEnd, FilteredLine, FilterRecord } from '#lib/core/api/log-filter.ts';
import { limits } from '#lib/core/limits.ts';
import { type FilterQuery, filterLog, filterQuery } from '#lib/operations/artifacts/filter-log.ts';
import { createLogReader } from '#lib/operations/artifacts/log-reader.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { NewArtifact } from '#lib/stores/stores.ts';
import { sampleArtifact } from '#tests/contracts/samples.ts';
import { numberedLines } from '#tests/support/stage.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
afterAll(() => stores.close());

const store = async (text: string | Uint8Array, change: Partial<NewArtifact> = {}) => {
  const writer = await stores.artifacts.create(sampleArtifact(change));
  await writer.write(Buffer.from(text));
  return await writer.complete(null);
};

const unaborted = new AbortController().signal;

async function filterStored(metadata: Awaited<ReturnType<typeof store>>, query: FilterQuery) {
  const batches = await filterLog(stores.artifacts, metadata, query, unaborted);
  const records: FilterRecord[] = (await Array.fromAsync(batches)).flat();
  const rows = records.flatMap((record): FilteredLine[] => ('rows' in record ? record.rows : []));
  return { rows, lines: rows.map(({ line }) => line), end: records.at(-1) as FilteredEnd };
}
const filter = async (text: string, query: FilterQuery, change: Partial<NewArtifact> = {}) =>
  await filterStored(await store(text, change), query);

const log = [
  '10:00:00 info started',
  '10:00:01 error connect ECONNREFUSED',
  '    at flush (batch.ts:118)',
  '    at run (run.ts:44)',
  '10:00:02 warn pool: 0 idle',
  '10:00:03 no level here',
  '10:00:04 info ended',
  '',
].join('\n');

describe('a log filter', () => {
  test('selects levels together with the lines below their entries, and counts each level', async () => {
    const { rows, lines, end } = await filter(log, { levels: ['error'] });
    expect(lines).toEqual([2, 3, 4]);
    expect(rows[0]).toEqual({ line: 2, text: '10:00:01 error connect ECONNREFUSED', isCut: false });
    expect(end).toEqual({
      done: true,
      next: null,
      counts: { error: 1, warn: 1, info: 2, debug: 0, trace: 0 },
      lines: 3,
      readTo: 8,
    });
    expect((await filter(log, { levels: ['warn', 'info'] })).lines).toEqual([1, 5, 7]);
  });

  test('selects lines that contain a text in any case, and combines both filters', async () => {
    expect((await filter(log, { q: 'econn' })).lines).toEqual([2]);
    expect((await filter(log, { q: 'ED', levels: ['info'] })).lines).toEqual([1, 7]);
    expect((await filter(log, { q: '.*' })).lines).toEqual([]);
  });

  test('counts line numbers as people see them, and returns only counts without a filter', async () => {
    expect((await filter(log, { levels: ['warn'] }, { firstLine: 40 })).lines).toEqual([44]);
    const { rows, end } = await filter(log, {});
    expect(rows).toEqual([]);
    expect(end.counts?.info).toBe(2);
  });

  test('returns consecutive pages without gaps or duplicates', async () => {
    const count = limits.filteredLines * 2 + 500;
    const text = numberedLines(count * 2, (number) =>
      number % 2 === 0 ? `10:00:00 error ${number}` : `10:00:00 info ${number}`,
    );
    const stored = await store(text);
    const found: number[] = [];
    let from: number | null = 1;
    for (let page = 0; from !== null && page < 5; page += 1) {
      const { lines, end }: Awaited<ReturnType<typeof filterStored>> = await filterStored(stored, {
        levels: ['error'],
        from,
      });
      expect(lines.length).toBeLessThanOrEqual(limits.filteredLines);
      if (page === 0) expect(end.lines).toBe(count);
      else expect(end.counts).toBeNull();
      found.push(...lines);
      from = end.next;
    }
    expect(found).toEqual(Array.from({ length: count }, (_, index) => (index + 1) * 2));
  });

  test('knows the level of a page that starts below its entry', async () => {
    const stored = await store(`${numberedLines(1_000, () => '10:00:00 info x')}10:00:01 error y\n  at z\n`);
    expect((await filterStored(stored, { levels: ['error'], from: 1_002 })).lines).toEqual([1_002]);
  });

  test('shows part of a long line, wherever the chunks of the text end', async () => {
    const { rows } = await filter(`10:00:00 error ${'x'.repeat(600_000)}\n10:00:01 error y\n`, {
      q: 'error',
    });
    expect(rows.map(({ line, text, isCut }) => [line, text.length, isCut])).toEqual([
      [1, limits.lineCharacters, true],
      [2, 16, false],
    ]);
    const reader = createLogReader({ levels: [], query: 'b' }, 1, 1);
    const pushed = ['a', 'b\r', '\nc', 'b'].flatMap((piece) => reader.push(piece));
    expect([...pushed, ...reader.finish()].map(({ text }) => text)).toEqual(['ab', 'cb']);
  });

  test('finds no match across the dropped part of a long line', () => {
    const reader = createLogReader({ levels: [], query: 'x error' }, 1, 1);
    const pieces = ['x'.repeat(60_000), 'x'.repeat(60_000), 'y', ' error\nx error\n'];
    expect(pieces.flatMap((piece) => reader.push(piece)).map(({ line }) => line)).toEqual([2]);
  });

  test('never splits a character', async () => {
    const { rows } = await filter(`error: ${'😀'.repeat(limits.lineCharacters)}\n`, { q: 'error' });
    expect(rows[0]?.isCut).toBe(true);
    expect(rows[0]?.text.isWellFormed()).toBe(true);
  });

  test('covers a growing log as far as it is written, even if that is nothing', async () => {
    const artifact = sampleArtifact({ type: 'terminal', firstLine: 1 });
    const writer = await stores.artifacts.create(artifact);
    const ask = async () => {
      const record = await stores.artifacts.get(artifact.id);
      if (!record) throw new Error('it is there');
      return await filterStored(record.metadata, { q: 'a' });
    };
    expect((await ask()).end).toMatchObject({ done: true, next: null, lines: 0, readTo: 1 });
    await writer.write(Buffer.from('a\na'));
    await writer.publish({ stderrLines: [] });
    expect((await ask()).lines).toEqual([1]);
    await writer.abort();
  });

  test('reports that the log expired during reading', async () => {
    const metadata = await store(numberedLines(100_000, (number) => `line ${number}`));
    const batches = await filterLog(stores.artifacts, metadata, { q: 'line 1' }, unaborted);
    await stores.artifacts.delete(metadata.id);
    await expect(Array.fromAsync(batches)).rejects.toMatchObject({ code: 'artifact_expired' });
  });

  test.each([{ levels: 'loud' }, { levels: 'error,' }, { from: '0' }, { q: 'x'.repeat(1_001) }])(
    'rejects an invalid filter: %o',
    (query) => expect(filterQuery.safeParse(query).success).toBe(false),
  );

  test('reports that there is no text to filter, or that it has expired', async () => {
    await expect(filter('a\0b', { q: 'a' })).rejects.toMatchObject({ code: 'not_text' });
    const stored = await store(log);
    await expect(filterStored({ ...stored, state: 'expired' }, { q: 'a' })).rejects.toMatchObject({
      code: 'artifact_expired',
    });
  });
});
