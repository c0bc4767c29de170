import { describe, expect, test } from 'vitest';
import type { Subject } from '../../lib/split/summarizer.ts';
import { createTextIntake } from '../../lib/tools/text-intake.ts';

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
  const intake = createTextIntake(subject, () => hide);
  for (let start = 0; start < bytes.length; start += pieceLength) {
    await intake.push(bytes.subarray(start, start + pieceLength));
  }
  const taken = await intake.finish();
  return { ...taken, summary: JSON.stringify(taken.understand(ending)) };
}

const filler = (lines: number) => '\u001b[32mok\u001b[0m all is well here é\r\n'.repeat(lines);
const long = Buffer.from(`${filler(120_000)}cannot open store 17: denied\n${filler(120_000)}`);

describe('a result too long to hold', () => {
  test('is understood to its last line, wherever it is cut', async () => {
    expect(long.length).toBeGreaterThan(6 * 1024 * 1024);
    for (const pieceLength of [long.length, 65_536, 10_007]) {
      const { whole, lineCount, summary } = await understood(long, pieceLength);
      expect(whole).toBeNull();
      expect(lineCount).toBe(240_001);
      expect(summary).toContain('120001: cannot open store 17: denied');
      expect(summary).toContain('"240001: ok all is well here é"');
    }
  });

  test('is read with its secrets hidden, also where a piece ends in one', async () => {
    const hide = (text: string) => text.replaceAll('store 17', 'store **');
    for (const pieceLength of [9_999, 65_536]) {
      const { summary } = await understood(long, pieceLength, hide);
      expect(summary).toContain('120001: cannot open store **: denied');
      expect(summary).not.toContain('store 17');
    }
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
