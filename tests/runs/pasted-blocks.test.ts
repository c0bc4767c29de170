import { describe, expect, test } from 'vitest';
import { findPastedBlocks } from '#lib/runs/pasted-blocks.ts';

/** A token for every four characters. */
const count = (text: string): number => Math.ceil(text.length / 4);
const bounds = { maxTokens: 2_000, maxBlocks: 10 };

/** What is taken out, and what stays with a mark in each place. */
function divide(text: string, change: Partial<typeof bounds> = {}) {
  const blocks = findPastedBlocks(text, { ...bounds, ...change }, count);
  let stays = '';
  let writtenTo = 0;
  for (const { start, end } of blocks) {
    stays += `${text.slice(writtenTo, start)}<>`;
    writtenTo = end;
  }
  return {
    taken: blocks.map(({ start, end }) => text.slice(start, end)),
    stays: stays + text.slice(writtenTo),
  };
}

const log = Array.from(
  { length: 400 },
  (_, at) => `2026-11-26 10:${String(at % 60).padStart(2, '0')}:07 ERROR [worker-${at}] connection refused`,
).join('\n');
const trace = `Traceback (most recent call last):\n${'  File "/srv/app/main.py", line 41, in run\n    self.step()\n'.repeat(200)}ValueError: 17`;

describe('a long message', () => {
  test('that is short enough is left as it is', () => {
    expect(divide('Why does this fail?\n\nTypeError: x is undefined\n    at run (a.js:3:1)').taken).toEqual(
      [],
    );
    expect(divide(log.slice(0, 7_000)).taken).toEqual([]);
  });

  test.each([
    [
      'before it',
      `The importer stopped. What was it doing?\n\n${log}`,
      'The importer stopped. What was it doing?\n\n<>',
    ],
    ['behind it', `${log}\n\nWhat was it doing? `, '<>\n\nWhat was it doing? '],
    ['around it', `One question:\n\n${log}\n\nAnd why?\n`, 'One question:\n\n<>\n\nAnd why?\n'],
    [
      'without a blank line',
      `What is this\n${log}\nand why does it happen?`,
      'What is this\n<>\nand why does it happen?',
    ],
    ['in Chinese', `这是什么错误？\n${log}`, '这是什么错误？\n<>'],
    ['in a fence', `See this:\n\n\`\`\`\n${log}\n\n${trace}\n\`\`\`\n\nThanks`, 'See this:\n\n<>\n\nThanks'],
  ])('keeps the words %s byte for byte', (_, text, stays) => {
    const divided = divide(text);
    expect(divided.stays).toBe(stays);
    expect(divided.taken).toHaveLength(1);
  });

  test('loses two pastes with words between them as two', () => {
    const text = `This is the log of the server:\n\n${log}\n\nand this is what the client said:\n\n${trace}\n\nDo they fit?`;
    expect(divide(text)).toEqual({
      taken: [log, trace],
      stays:
        'This is the log of the server:\n\n<>\n\nand this is what the client said:\n\n<>\n\nDo they fit?',
    });
  });

  test('loses a paste with blank lines as one, to its last small part', () => {
    const pasted = Array.from({ length: 60 }, (_, at) => `${trace.slice(0, 200 + 40 * at)}\n17: exit`).join(
      '\n\n',
    );
    expect(divide(`Why does it end so?\n\n${pasted}\n\nTell me.`)).toEqual({
      taken: [pasted],
      stays: 'Why does it end so?\n\n<>\n\nTell me.',
    });
  });

  test('of one line keeps the words at its start', () => {
    const json = JSON.stringify(Array.from({ length: 900 }, (_, at) => ({ id: at, name: `item ${at}` })));
    expect(divide(`What is wrong with this: ${json}`)).toEqual({
      taken: [expect.stringContaining(json)],
      stays: 'What is wrong with this:<>',
    });
    expect(divide('x'.repeat(100_000)).stays).toBe('<>');
    expect(divide('\u0000'.repeat(100_000)).stays).toBe('<>');
  });

  test('of many pastes becomes one attachment', () => {
    const text = Array.from(
      { length: 30 },
      (_, at) => `This is the part that I call ${'so '.repeat(at)}:\n\n${log}`,
    ).join('\n\n');
    expect(divide(text).stays).toBe('This is the part that I call :\n\n<>');
    const two = `One:\n\n${log}\n\nand the other one:\n\n${trace}`;
    expect(divide(two, { maxBlocks: 1 }).stays).toBe('One:\n\n<>');
  });

  test('is taken whole where it is a person’s own long text', () => {
    const essay = 'This is what I think about the plan, and I have thought about it for long. '.repeat(300);
    expect(divide(essay).stays).toBe('<>');
  });

  test('of 190,000 characters goes out but for the question, whatever the log has between its lines', () => {
    const entry = (at: number) =>
      at % 40 === 0
        ? `${log.slice(0, 80)}\n\n${trace.slice(0, 160)}\n\nnpm ERR! code ${at}\n`
        : log.slice(0, 81);
    const pasted = Array.from({ length: 2_200 }, (_, at) => entry(at))
      .join('\n')
      .slice(0, 190_000)
      .trimEnd();
    expect(divide(`The importer stopped at 03:12. What was it doing?\n\n${pasted}`).stays).toBe(
      'The importer stopped at 03:12. What was it doing?\n\n<>',
    );
  });
});
