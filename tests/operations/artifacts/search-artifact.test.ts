import { afterAll, describe, expect, test } from 'vitest';
import type { SearchHits, SearchRecord } from '#lib/core/api/artifact-search.ts';
import { limits } from '#lib/core/limits.ts';
import { type SearchQuery, searchArtifact, searchQuery } from '#lib/operations/artifacts/search-artifact.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { ArtifactStore, NewArtifact } from '#lib/stores/stores.ts';
import { sampleArtifact } from '#tests/contracts/samples.ts';
import { scaled } from '#tests/support/scaled.ts';
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

async function search(text: string | Uint8Array, query: SearchQuery, change: Partial<NewArtifact> = {}) {
  const batches = searchArtifact(stores.artifacts, await store(text, change), query, unaborted);
  const records = (await Array.fromAsync(batches)).flat();
  return { hits: records.slice(0, -1) as SearchHits[], end: records.at(-1) as SearchRecord };
}

const placesIn = (hits: SearchHits[]): [number, number][] =>
  hits.flatMap(({ line, starts }) => starts.map((start): [number, number] => [line, start]));

const esc = '\u001b';

describe('a search in an artifact', () => {
  test('returns the line and the characters of each match, and the total at the end', async () => {
    const { hits, end } = await search('Now and now\nnothing\r\nknown: NOW now\n', { q: 'now' });
    expect(placesIn(hits)).toEqual([
      [1, 0],
      [1, 8],
      [3, 1],
      [3, 7],
      [3, 11],
    ]);
    expect(end).toEqual({ done: true, hits: 5, lines: 2, isCut: false, lineCount: 3 });
    expect(placesIn((await search('Now and now\n', { q: 'now', case: '1' })).hits)).toEqual([[1, 8]]);
    expect((await search('then\n', { q: 'now' })).end).toMatchObject({ hits: 0, lines: 0 });
  });

  test.each([
    ['[a.b]*(c)', 'x[A.B]*(c)', 1],
    ['ß', 'STRASSE straße', 12],
    ['i', 'İi', 1],
    ['😀b', 'a😀B', 1],
    ['\\', 'a\\b', 1],
  ])('matches literally with correct offsets: %j in %j', async (q, text, start) => {
    expect(placesIn((await search(text, { q })).hits)).toEqual([[1, start]]);
  });

  test('uses the line numbers people see', async () => {
    const { hits } = await search('a\nb\n', { q: 'b' }, { firstLine: 40 });
    expect(placesIn(hits)).toEqual([[41, 0]]);
  });

  test('reads a terminal as people do, without escapes and overwritten text', async () => {
    const text = `10%\r20%\r${esc}[32mdone${esc}[0m 3${esc}[1m00${esc}[0m\r\n${esc}]0;title done\u0007x\n`;
    const { hits, end } = await search(text, { q: 'done 300' }, { type: 'terminal' });
    expect(placesIn(hits)).toEqual([[1, 0]]);
    expect(end).toMatchObject({ hits: 1, lineCount: 2 });
    expect((await search(text, { q: '20%' }, { type: 'terminal' })).end).toMatchObject({ hits: 0 });
  });

  test('finds matches across chunk boundaries, in long lines and in other encodings', async () => {
    const before = limits.artifactChunkBytes - 3;
    const { hits } = await search(`${'x'.repeat(before)}needle${'y'.repeat(3_000_000)}needle\n`, {
      q: 'Needle',
    });
    expect(placesIn(hits)).toEqual([
      [1, before],
      [1, before + 6 + 3_000_000],
    ]);
    const wide = Buffer.from('\ufeffone\r\ntwo\r\n', 'utf16le');
    expect(placesIn((await search(wide, { q: 'two' })).hits)).toEqual([[2, 0]]);
  });

  test('returns positions up to a limit, and counts the rest', async () => {
    const { hits, end } = await search('aa\n'.repeat(limits.searchHits), { q: 'a' });
    expect(placesIn(hits).length).toBe(limits.searchHits);
    expect(end).toEqual({
      done: true,
      hits: 2 * limits.searchHits,
      lines: limits.searchHits,
      isCut: true,
      lineCount: limits.searchHits,
    });
  });

  test('covers a growing artifact as far as it is written', async () => {
    const artifact = sampleArtifact({ type: 'terminal' });
    const writer = await stores.artifacts.create(artifact);
    const ask = async () => {
      const record = await stores.artifacts.get(artifact.id);
      if (!record) throw new Error('it is there');
      const batches = searchArtifact(stores.artifacts, record.metadata, { q: 'a' }, unaborted);
      return (await Array.fromAsync(batches)).flat().at(-1);
    };
    expect(await ask()).toMatchObject({ done: true, hits: 0, lineCount: 0 });
    await writer.write(Buffer.from('a\na'));
    await writer.publish({ stderrLines: [] });
    expect(await ask()).toMatchObject({ hits: 2, lines: 2, isCut: false, lineCount: 2 });
    await writer.abort();
  });

  test('is rejected if there are no lines, or the artifact has expired', async () => {
    const binary = await store(Uint8Array.of(0, 1, 2), { type: 'binary' });
    expect(() => searchArtifact(stores.artifacts, binary, { q: 'a' }, unaborted)).toThrow(
      expect.objectContaining({ code: 'not_text' }),
    );
    const over = { ...(await store('a')), state: 'expired' as const };
    expect(() => searchArtifact(stores.artifacts, over, { q: 'a' }, unaborted)).toThrow(
      expect.objectContaining({ code: 'artifact_expired' }),
    );
  });

  test('reports that the artifact expired during the search', async () => {
    const metadata = await store(numberedLines(100_000, (number) => `line ${number}`));
    const batches = searchArtifact(stores.artifacts, metadata, { q: 'line 1' }, unaborted);
    await batches.next();
    await stores.artifacts.delete(metadata.id);
    await expect(Array.fromAsync(batches)).rejects.toMatchObject({ code: 'artifact_expired' });
  });

  test.each([
    ['no text', { q: '' }],
    ['too long a text', { q: 'a'.repeat(limits.searchCharacters + 1) }],
    ['several lines', { q: 'a\nb' }],
    ['another switch', { q: 'a', case: 'yes' }],
    ['nothing', {}],
  ])('is rejected for %s', (_, query) => {
    expect(searchQuery.safeParse(query).success).toBe(false);
  });

  test('stops if its reader is gone, and reads no faster than it is read', async () => {
    const metadata = await store('a line\n'.repeat(400_000));
    let reads = 0;
    const counted: ArtifactStore = {
      ...stores.artifacts,
      readBytes: (...positions) => {
        reads += 1;
        return stores.artifacts.readBytes(...positions);
      },
    };
    const gone = new AbortController();
    const batches = searchArtifact(counted, metadata, { q: 'line' }, gone.signal);
    await batches.next();
    // A search without backpressure would have read on by now.
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect(reads).toBe(1);
    gone.abort();
    expect(await batches.next()).toMatchObject({ done: true });
    expect(reads).toBe(2);
  });

  test('reports a rare match in very many lines as soon as it is found, and yields to other work in between', async () => {
    const count = scaled(1_000_000, 100_000);
    const text = numberedLines(count, (number) =>
      number === 0.99 * count
        ? 'here is the needle'
        : `2026-11-22T10:04:00.123Z INFO worker-7 handled request ${number} in 12 ms path=/api/v1/items/7 status=200`,
    );
    const metadata = await store(text);
    let turns = 0;
    const turn = setInterval(() => {
      turns += 1;
    }, 1);
    const batches = searchArtifact(stores.artifacts, metadata, { q: 'NEEDLE' }, unaborted);
    const first = await batches.next();
    clearInterval(turn);
    expect(first.value).toEqual([{ line: 0.99 * count, starts: [12] }]);
    expect((await batches.next()).value?.[0]).toMatchObject({ hits: 1, lineCount: count });
    expect(turns).toBeGreaterThan(scaled(20, 2));
  });
});
