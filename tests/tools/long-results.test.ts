import { describe, expect, test } from 'vitest';
import { wholeTextBytes } from '#lib/split/digest.ts';
import type { Subject } from '#lib/split/summarizer.ts';
import { createTextIngest } from '#lib/tools/text-ingest.ts';
import { scaled } from '../support/scaled.ts';

const subject: Subject = {
  tool: 'run_pty_cmd',
  args: { command: './run' },
  type: 'terminal',
  title: './run',
  language: null,
  firstLine: 1,
};
const ending = { exitCode: 1, counts: null };

async function understood(bytes: Buffer, pieceLength: number, hide = (text: string) => text) {
  const ingest = createTextIngest(subject, () => hide);
  for (let start = 0; start < bytes.length; start += pieceLength) {
    await ingest.push(bytes.subarray(start, start + pieceLength));
  }
  const accepted = await ingest.finish();
  return { ...accepted, summary: JSON.stringify(await accepted.understand(ending)) };
}

const filler = (lines: number) => '\u001b[32mok\u001b[0m all is well here é\r\n'.repeat(lines);
const half = scaled(120_000, 70_000);
const long = Buffer.from(`${filler(half)}cannot open store 17: denied\n${filler(half)}`);

describe('a result too long to hold', () => {
  test('is understood to its last line, wherever it is cut', async () => {
    expect(long.length).toBeGreaterThan(wholeTextBytes);
    for (const pieceLength of [long.length, 65_536, 10_007]) {
      const { whole, lineCount, summary } = await understood(long, pieceLength);
      expect(whole).toBeNull();
      expect(lineCount).toBe(2 * half + 1);
      expect(summary).toContain(`${half + 1}: cannot open store 17: denied`);
      expect(summary).toContain(`"${2 * half + 1}: ok all is well here é`);
    }
  });

  test('is read with its secrets hidden, also where a piece ends in one', async () => {
    const hide = (text: string) => text.replaceAll('store 17', 'store **');
    for (const pieceLength of [9_999, 65_536]) {
      const { summary } = await understood(long, pieceLength, hide);
      expect(summary).toContain(`${half + 1}: cannot open store **: denied`);
      expect(summary).not.toContain('store 17');
    }
  });
});

describe('very many lines', () => {
  test('are counted, and the last of them is known', async () => {
    const count = scaled(1_000_000, 100_000);
    const lines = Array.from({ length: count }, (_, at) => `line ${at}\n`);
    const { lineCount, summary } = await understood(Buffer.from(lines.join('')), 1_000_000);
    expect(lineCount).toBe(count);
    expect(summary).toContain(`${count}: line ${count - 1}`);
  });
});

describe('an escape before every byte', () => {
  test.each([1_000, scaled(60_000, 6_000)])(
    'is gone before anything is read of it, in %s lines',
    async (lines) => {
      const line = [...'FAIL 17 of 20'].map((character, at) => `\u001b[3${at % 8}m${character}`).join('');
      const { lineCount, summary } = await understood(Buffer.from(`${line}\n`.repeat(lines)), 10_007);
      expect(lineCount).toBe(lines);
      expect(summary).toContain('1: FAIL 17 of 20');
      expect(summary).not.toMatch(/u001b|\[3\d/);
    },
  );
});

describe('a line that never ends', () => {
  test('is read in pieces that end with a word, so that no secret is cut in two', async () => {
    const bytes = Buffer.from('store 17 denied, '.repeat(300_000));
    const created: string[][] = [];
    const ingest = createTextIngest(subject, () => {
      const pieces: string[] = [];
      created.push(pieces);
      return (piece) => {
        pieces.push(piece);
        return piece;
      };
    });
    for (let start = 0; start < bytes.length; start += 65_536) {
      await ingest.push(bytes.subarray(start, start + 65_536));
    }
    await (await ingest.finish()).understand(ending);
    const pieces = created.find((one) => one.length > 1) ?? [];
    expect(pieces.join('') === bytes.toString()).toBe(true);
    expect(pieces.map((piece) => piece.slice(-1)).filter((last) => !/[ ,]/.test(last))).toEqual([]);
  });
});

describe('what a program printed', () => {
  const readable = async (bytes: Buffer) => {
    const ingest = createTextIngest(subject, () => (text) => text);
    await ingest.push(bytes);
    const { whole, lineCount } = await ingest.finish();
    return { whole, lineCount };
  };

  test('is text with a sign for each NUL, as between paths', async () => {
    expect(await readable(Buffer.from('a.ts\0b c.ts\0'))).toEqual({ whole: 'a.ts␀b c.ts␀', lineCount: 1 });
    expect(await readable(Buffer.from('Stra\u00dfe\u00e4\u00f6\n', 'latin1'))).toMatchObject({
      lineCount: 1,
    });
  });

  test('is nothing to read for a model where it is for programs', async () => {
    const noise = Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7_919 + at * at) % 256));
    const elf = Buffer.concat([
      Buffer.from('\u007fELF\u0002\u0001\u0001'),
      Buffer.alloc(500),
      Buffer.from('names'),
    ]);
    for (const bytes of [noise, elf]) expect(await readable(bytes)).toEqual({ whole: null, lineCount: null });
  });
});

describe('a result that is held whole', () => {
  test('is read with its secrets hidden', async () => {
    const text = Buffer.from(`${filler(100)}cannot open store 17: denied\n`);
    const { whole, summary } = await understood(text, 1_000, (all) => all.replaceAll('17', '**'));
    expect(whole).toContain('store 17');
    expect(summary).toContain('101: cannot open store **: denied');
  });
});
