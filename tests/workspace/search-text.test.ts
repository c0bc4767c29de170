import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { searchText } from '../../lib/workspace/search-text.ts';

const running = () => new AbortController().signal;
const source = (text: string | Uint8Array, chunkBytes = 64 * 1024) => {
  const bytes = Buffer.from(text);
  return async function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
};
const search = (text: string | Uint8Array, query: string, maxHits = 100) =>
  searchText(source(text), query, maxHits, running());

const numbers = Array.from({ length: 100 }, (_, at) => `line ${at + 1}.`).join('\n');

describe('a search of streamed text', () => {
  test('finds literally, ignoring case, with two lines around', async () => {
    const { hits, ...found } = await search(numbers, 'LINE 50.');
    expect(found).toEqual({ matchCount: 1, isRegex: false });
    expect(hits.map(({ line, isMatch }) => [line, isMatch])).toEqual([
      [48, false],
      [49, false],
      [50, true],
      [51, false],
      [52, false],
    ]);
    expect(hits[2]?.text).toBe('line 50.');
  });

  test('reads a query that is not there as a regular expression', async () => {
    expect(await search(numbers, 'line 1.$')).toMatchObject({ matchCount: 1, isRegex: true });
    expect(await search(numbers, 'line [12]0')).toMatchObject({ matchCount: 3, isRegex: true });
  });

  test('takes a query that can be no regular expression literally only', async () => {
    expect(await search('call(\nx', 'call(')).toMatchObject({ matchCount: 1, isRegex: false });
    for (const query of ['absent(', '[', '*', 'a{2', '\\'])
      expect(await search(numbers, query), query).toMatchObject({ matchCount: 0, hits: [] });
  });

  test('counts all matches and gives the first', async () => {
    const found = await search(numbers, 'line', 7);
    expect(found.matchCount).toBe(100);
    expect(found.hits.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('tells matches that touch from the lines around them', async () => {
    const { hits, matchCount } = await search('a-1\na:2\nb\na-3\n', 'a');
    expect(matchCount).toBe(3);
    expect(hits.map(({ text, isMatch }) => `${isMatch} ${text}`)).toEqual([
      'true a-1',
      'true a:2',
      'false b',
      'true a-3',
    ]);
  });

  test('gives lines without their ends, and reads UTF-16', async () => {
    expect((await search('x\r\nneedle\r\ny\r\n', 'needle')).hits.map(({ text }) => text)).toEqual([
      'x',
      'needle',
      'y',
    ]);
    const utf16 = Buffer.from('\ufeffone\nneedle\n', 'utf16le');
    expect((await search(utf16, 'needle')).hits.at(-1)).toMatchObject({ line: 2, text: 'needle' });
  });

  test('of nothing finds nothing', async () => {
    expect(await search('', 'x')).toEqual({ matchCount: 0, hits: [], isRegex: true });
  });

  test('of a very long line and of a long text ends, with the line cut', async () => {
    const long = await search(`${'a'.repeat(3_000_000)}needle`, 'needle');
    expect(long.matchCount).toBe(1);
    expect(long.hits[0]?.text.length).toBeLessThan(600);
    expect(long.hits[0]?.text).toContain('needle');
    const middle = await search(`x\n${'a'.repeat(50_000)}(needle+)${'b'.repeat(50_000)}\n`, '(needle+)');
    expect(middle.hits.map(({ line, isMatch }) => [line, isMatch])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(middle.hits[1]?.text).toMatch(/^…a{160}\(needle\+\)b{160}…$/);
    expect((await search('a'.repeat(300_000), '(a+)+$b')).matchCount).toBe(0);
  });

  test('is not held up by a source that goes on after enough was found', async () => {
    const controller = new AbortController();
    let passes = 0;
    const endless = async function* () {
      passes += 1;
      for (;;) {
        yield Buffer.from('needle\n'.repeat(1_000));
        await sleep(1);
      }
    };
    const found = searchText(endless, 'needle', 10, controller.signal);
    setTimeout(() => controller.abort(new Error('stopped')), 200);
    await expect(found).rejects.toThrow('stopped');
    expect(passes).toBe(1);
  });
});

describe('a search that cannot go on', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('fails with its source, and takes nothing down with it', async () => {
    const failing = async function* () {
      yield Buffer.from('one\n');
      throw new Error('the store is down');
    };
    await expect(searchText(failing, 'one', 10, running())).rejects.toThrow('the store is down');
  });

  test('is stopped when its time is over, and says so', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 100);
      return controller.signal;
    });
    const stuck = async function* () {
      yield Buffer.from('one\n');
      await sleep(60_000, undefined, { ref: false });
    };
    await expect(searchText(stuck, 'two', 10, running())).rejects.toMatchObject({
      code: 'timed_out',
      message: 'The search took over 10 s and was stopped',
    });
  });
});
