import { describe, expect, test } from 'vitest';
import { cleanTerminalChunks, cleanTerminalText } from '#lib/tools/clean-terminal-text.ts';
import { expectLinear } from '../support/expect-linear.ts';
import { scaled } from '../support/scaled.ts';

const esc = '\u001b';
const chunkBytes = 256 * 1024;

async function* chunksOf(text: string): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}

async function cleanedChunks(text: string): Promise<string> {
  const cleaned: Uint8Array[] = [];
  for await (const chunk of cleanTerminalChunks(chunksOf(text))) cleaned.push(chunk);
  return Buffer.concat(cleaned).toString();
}

/** How often somebody else had a turn meanwhile. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const take = () => {
    turns += 1;
    if (!isDone) setImmediate(take);
  };
  setImmediate(take);
  await work();
  isDone = true;
  return turns;
}

/** By how often its part is repeated. */
const hostile: Record<string, (times: number) => string> = {
  'a colour of very many parameters': (times) => `${esc}[${'1;'.repeat(times)}m`,
  'backspaces in one line': (times) => 'a\b'.repeat(times),
  'returns in one line': (times) => 'ab\r'.repeat(times),
  'colours in one line': (times) => `${esc}[38:2:1:2:3mx`.repeat(times / 8),
  'backspaces in short lines': (times) => 'a\b\n'.repeat(times / 4),
  'marks that are drawn over': (times) => 'a\u0301\b'.repeat(times / 2),
  'a clipboard': (times) => `${esc}]52;c;${'QUJD'.repeat(times)}\u0007`,
};

describe.each(Object.entries(hostile))('%s', (_what, repeat) => {
  test.each([
    ['text', cleanTerminalText],
    ['a stream', cleanedChunks],
  ])('as %s: others get their turn meanwhile, in time that grows with its length', async (_kind, clean) => {
    // One for each 64 K characters.
    const times = scaled(2_000_000, 400_000);
    expect(await turnsOf(() => clean(repeat(times)))).toBeGreaterThan(scaled(10, 2));
    await expectLinear(scaled(2_000_000, 100_000), (length) => clean(repeat(length)));
  });

  test('comes out the same as text and as a stream', async () => {
    const text = `before\n${repeat(scaled(200_000, 20_000))}\nafter`;
    const cleaned = await cleanTerminalText(text);
    expect(await cleanedChunks(text)).toBe(cleaned);
    expect(cleaned).toMatch(/^before\n.*\nafter$/s);
    expect(cleaned).not.toMatch(/(?![\t\n])\p{Cc}/u);
    expect(cleaned.split('\n')).toHaveLength(text.split('\n').length);
  });
});
