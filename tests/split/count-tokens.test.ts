import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokens, estimateTokens, sampleWindows } from '#lib/split/count-tokens.ts';
import { wholeTextBytes } from '#lib/split/digest.ts';
import { loadTokenizer, tokenizerPieces } from '#lib/split/tokenizer.ts';
import { expectLinear } from '../support/expect-linear.ts';
import { hostileTexts } from '../support/full-result.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const { count } = await loadTokenizer();
const root = join(import.meta.dirname, '../..');
const realTexts = [
  'package-lock.json',
  'lib/core/conversation/conversation-state.ts',
  'node_modules/typescript/README.md',
].map((path) => readFileSync(join(root, path), 'utf8'));

describe('counting', () => {
  test('counts as o200k does', () => {
    expect(count('')).toBe(0);
    expect(count('hello world')).toBe(2);
    expect(count('日本語')).toBe(2);
  });

  test('counts special tokens as the text they are', () => {
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
    expect(count('<|endoftext|>'.repeat(10))).toBeGreaterThan(10);
  });

  test('takes time that grows with the length of the texts that hold tokenizers up', async () => {
    for (const text of Object.values(hostileTexts))
      await expectLinear(text.length, (length) => expect(count(text.slice(0, length))).toBeGreaterThan(0));
  });

  test('sums over lines: a text cut at line ends costs what its parts cost', () => {
    for (const text of realTexts) {
      const parts = text.match(/(?:[^\n]*\n){1,50}|[^\n]+$/g) ?? [];
      expect(parts.join('')).toBe(text);
      const sum = parts.reduce((total, part) => total + count(part), 0);
      expect(Math.abs(sum - count(text)) / count(text)).toBeLessThan(0.005);
    }
  });

  test('sums over its pieces, which are the whole text and end at lines where there are any', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', '😀', '日'), maxLength: 3_000 });
    const long = fc
      .array(line, { maxLength: 12 })
      .chain((lines) => fc.constantFrom(lines.join('\n'), lines.join('')));
    fc.assert(
      fc.property(long, (text) => {
        const pieces = [...tokenizerPieces(text)];
        expect(pieces.join('')).toBe(text);
        expect(pieces.reduce((sum, piece) => sum + count(piece), 0)).toBe(count(text));
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(1_000);
          expect(piece.isWellFormed()).toBe(true);
        }
        for (const piece of pieces.slice(0, -1))
          if (piece.includes('\n')) expect(piece.endsWith('\n')).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('ends for any half character', () => {
    for (const text of ['\ud83d', '\udc00\ud83d', '\ud83d'.repeat(9_000)])
      expect(count(text)).toBeGreaterThan(0);
  });

  test('gives the same for a text that is long enough for the worker', async () => {
    const texts = [...realTexts, ...Object.values(hostileTexts)];
    const long = texts.map((text) => text.repeat(Math.ceil(70_000 / text.length)));
    expect(await Promise.all(long.map(countTokens))).toEqual(long.map(count));
    expect(await countTokens('short')).toBe(1);
  });

  test('of a long text keeps a process alive until it is done, the second time too', () => {
    const module = JSON.stringify(join(root, 'lib/split/count-tokens.ts'));
    const folder = tempFolder();
    const script = `const { countTokens } = await import(${module});
      const first = await countTokens('a b '.repeat(30_000));
      await new Promise((done) => setTimeout(done, 20));
      console.log(first, await countTokens('a b '.repeat(30_000)));`;
    writeFiles(folder, { 'count.mjs': script });
    const child = spawnSync(process.execPath, [join(folder, 'count.mjs')], { encoding: 'utf8' });
    expect(child).toMatchObject({ status: 0, stderr: '' });
    expect(child.stdout).toMatch(/^(\d+) \1\n$/);
  });

  test('leaves the event loop free while a long text is counted', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await countTokens(Array.from({ length: 60_000 }, (_, at) => `word${at} `).join(''));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(2);
  });
});

describe('estimating', () => {
  test('is within a few percent on real text', async () => {
    for (const text of realTexts) {
      const bytes = Buffer.from(text.repeat(Math.ceil(300_000 / text.length)));
      const samples = Array.from({ length: 8 }, (_, at) => {
        const start = Math.floor((at * bytes.length) / 8);
        return { text: bytes.subarray(start, start + 12_000).toString(), byteLength: 12_000 };
      });
      const estimate = await estimateTokens(samples, bytes.length);
      const real = count(bytes.toString());
      expect(Math.abs(estimate - real) / real).toBeLessThan(0.05);
    }
  });

  test('scales by the bytes that the samples are of', async () => {
    const text = 'word '.repeat(2_000);
    const utf16 = { text, byteLength: text.length * 2 };
    expect(await estimateTokens([utf16], utf16.byteLength * 10)).toBe(count(text) * 10);
  });

  test('of nothing is nothing', async () => {
    expect(await estimateTokens([], 0)).toBe(0);
    expect(await estimateTokens([], 5_000_000)).toBe(0);
  });
});

describe('sample windows', () => {
  test('are 64 of 16 KiB between the edges, in order, wherever a text is too long to hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: wholeTextBytes + 1, max: 2 ** 40 }), (byteLength) => {
        const windows = sampleWindows(byteLength);
        expect(windows).toHaveLength(64);
        let from = 512 * 1024;
        for (const { start, end } of windows) {
          expect(end - start).toBe(16 * 1024);
          expect(start).toBeGreaterThanOrEqual(from);
          // A UTF-16 unit is never cut in half.
          expect(start % 2).toBe(0);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(byteLength - 512 * 1024);
      }),
    );
  });

  test('are none where a text is held whole', () => {
    expect(sampleWindows(0)).toEqual([]);
    expect(sampleWindows(wholeTextBytes)).toEqual([]);
  });
});
