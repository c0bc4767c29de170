import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MatchingLine } from '#lib/workspace/matching-line.ts';
import { searchText } from '#lib/workspace/search-text.ts';

const running = () => new AbortController().signal;
const source = (text: string | Uint8Array, chunkBytes = 64 * 1024) => {
  const bytes = Buffer.from(text);
  return async function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
};

async function search(text: string | Uint8Array, query: string) {
  const matches: MatchingLine[] = [];
  const found = await searchText(source(text), query, (match) => matches.push(match), running());
  const { matchCount, pattern, words, nearest } = found;
  expect(matches).toHaveLength(matchCount);
  return {
    matchCount,
    readAs: pattern.readAs,
    pattern,
    words,
    nearest: nearest.map(({ line }) => line),
    matches,
    lines: matches.map(({ line }) => line),
  };
}

const numbers = Array.from({ length: 100 }, (_, at) => `line ${at + 1}.`).join('\n');

describe('a search of streamed text', () => {
  test('finds literally, ignoring case, and tells where', async () => {
    const { matches, ...found } = await search(numbers, 'INE 50.');
    expect(found).toMatchObject({ matchCount: 1, readAs: 'literal', words: [] });
    expect(matches).toEqual([{ line: 50, offset: numbers.indexOf('ine 50.'), start: 'line 50.' }]);
  });

  test('reads words that are not there as the parts of a name', async () => {
    const text = `{"trackingCode":"TR3"}\nmax-retries = 3\ntracking of a code\n`;
    expect(await search(text, 'tracking code')).toMatchObject({ lines: [1], readAs: 'name' });
    expect(await search(text, 'max retries')).toMatchObject({ lines: [2], readAs: 'name' });
  });

  test('reads a query that is not there as a regular expression', async () => {
    expect(await search(numbers, 'line 1.$')).toMatchObject({ matchCount: 1, readAs: 'expression' });
    expect(await search(numbers, 'line [12]0')).toMatchObject({ lines: [10, 20, 100], readAs: 'expression' });
  });

  test('takes an expression between slashes too, where it is not meant literally', async () => {
    expect(await search(numbers, '/LINE 7[12]/i')).toMatchObject({ lines: [71, 72], readAs: 'expression' });
    expect(await search(`a/line/b\n${numbers}`, '/line/')).toMatchObject({ lines: [1], readAs: 'literal' });
  });

  test('takes a query that can be no regular expression literally only', async () => {
    expect(await search('call(\nx', 'call(')).toMatchObject({ matchCount: 1, readAs: 'literal' });
    for (const query of ['absent(', '[', '*', 'a{2', '\\', '(?=x)', '(a)\\1'])
      expect(await search(numbers, query), query).toMatchObject({ matchCount: 0, words: [] });
  });

  test('finds the words of a query that stand apart, or counts each of them', async () => {
    const text = 'the port of the server\nserver: none\nport\n';
    expect(await search(text, 'server port')).toMatchObject({ lines: [1], readAs: 'words' });
    expect(await search(text, 'server absent, port')).toMatchObject({
      matchCount: 0,
      nearest: [1],
      words: [
        { word: 'server', lineCount: 2 },
        { word: 'absent', lineCount: 0 },
        { word: 'port', lineCount: 2 },
      ],
    });
    // An expression that matches nothing is not taken apart.
    expect(await search(text, 'server.*none.*port')).toMatchObject({ matchCount: 0, words: [] });
  });

  test('of many words looks for the first, and for none where they are too short', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ');
    expect((await search(numbers, many)).words).toHaveLength(12);
    expect((await search(numbers, 'q , z')).words).toEqual([]);
  });

  test('what is asked of a thing is found in its record, not in the first one', async () => {
    const record = (at: number) => [
      '{',
      `  "privateIp": "10.0.0.${at}",`,
      ...Array.from({ length: 30 }, (_, line) => `  "field${line}": ${at},`),
      `  "name": "${at === 7 ? 'bastion' : `web-${at}`}"`,
      '}',
    ];
    const lines = Array.from({ length: 12 }, (_, at) => record(at)).flat();
    const { nearest } = await search(lines.join('\n'), 'bastion private ip');
    expect(nearest).toContain(lines.indexOf('  "privateIp": "10.0.0.7",') + 1);
  });

  test('asked a question finds the lines around which its rare words stand, rarest first of all', async () => {
    const text = [
      ...Array.from({ length: 300 }, (_, at) => `the request ${at} was served`),
      'retrying upload of batch 7',
      'gave up after 5 attempts',
      ...Array.from({ length: 300 }, (_, at) => `another request ${at} was served`),
      'const maxRetries = 5;',
      ...Array.from({ length: 300 }, (_, at) => `import_${at} was served`),
    ].join('\n');
    const found = async (query: string) => (await search(text, query)).nearest;
    expect(await found('How many attempts did the upload of the batch take?')).toContain(301);
    expect(await found('What is the retry limit, max?')).toContain(603);
    // A part of another word is none.
    expect(await found('which port is it')).toEqual([]);
    expect(await found('what of the attempts, and served?')).toContain(302);
  });

  test('counts lines, however often they match', async () => {
    expect(await search('aa aa\n\naa', 'a')).toMatchObject({ matchCount: 2, lines: [1, 3] });
    expect(await search(numbers, 'line')).toMatchObject({ matchCount: 100 });
  });

  test('tells places in bytes, and lines without their ends', async () => {
    const text = 'żółw\r\nżneedle\r\ny\r\n';
    const { matches } = await search(text, 'needle');
    expect(matches).toEqual([{ line: 2, offset: Buffer.from(text).indexOf('needle'), start: 'żneedle' }]);
  });

  test('of nothing finds nothing', async () => {
    expect(await search('', 'x')).toMatchObject({ matchCount: 0, words: [] });
  });

  test('of a very long line ends, with its start only', async () => {
    const long = await search(`${'a'.repeat(3_000_000)}needle`, 'needle');
    expect(long.matches).toMatchObject([{ line: 1, offset: 3_000_000 }]);
    expect(long.matches[0]?.start.length).toBeLessThan(500);
    expect((await search('a'.repeat(300_000), '(a+)+$b')).matchCount).toBe(0);
  });

  test('is stopped while its source goes on', async () => {
    const controller = new AbortController();
    let passes = 0;
    const endless = async function* () {
      passes += 1;
      for (;;) {
        yield Buffer.from('needle\n'.repeat(1_000));
        await sleep(1);
      }
    };
    const found = searchText(endless, 'needle', () => {}, controller.signal);
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
    await expect(searchText(failing, 'one', () => {}, running())).rejects.toThrow('the store is down');
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
    await expect(searchText(stuck, 'two', () => {}, running())).rejects.toMatchObject({
      code: 'timed_out',
      message: 'The search took over 10 s and was stopped',
    });
  });
});
