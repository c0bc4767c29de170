import type { ModelMessage } from 'ai';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { totalTokens } from '#lib/core/vocabulary/context-parts.ts';
import { countContext, toolText } from '#lib/runs/count-context.ts';
import { instructions } from '#lib/runs/instructions.ts';
import { createTextCounter } from '#lib/runs/text-counter.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import type { Tool } from '#lib/tools/tool-call.ts';
import { tools } from '#lib/tools/tools.ts';
import { scaled } from '../support/scaled.ts';

const { count } = await loadTokenizer();
const around = 4;

const readTool: Tool = {
  name: 'read_file',
  description: 'Reads a file',
  inputSchema: z.object({ path: z.string() }),
  offline: { help: '', read: () => null },
  needsCommands: false,
  changesNothing: true,
  call: () => Promise.reject(new Error('not called')),
};

const call = { toolCallId: 'c1', toolName: 'read_file' };
const messages: ModelMessage[] = [
  { role: 'user', content: 'Read a.txt, please' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I will.' },
      { type: 'tool-call', ...call, input: { path: 'a.txt' } },
    ],
  },
  {
    role: 'tool',
    content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'a view of it' } }],
  },
  { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: new Uint8Array(900) }] },
];

test('each part of a prompt counts its own text, and an image counts nothing', async () => {
  const prompt = { instructions: 'Be brief.', tools: [readTool], messages };
  const parts = await countContext(prompt, createTextCounter());
  expect(parts).toEqual({
    instructions: count('Be brief.') + around,
    tools: count(toolText(readTool)),
    people: count('Read a.txt, please') + around + around,
    agent: count('I will.') + count('read_file') + count('{"path":"a.txt"}') + around,
    results: count('a view of it') + around,
    summary: 0,
  });
  expect(totalTokens(parts)).toBe(Object.values(parts).reduce((sum, tokens) => sum + tokens, 0));
});

test('instructions and our own definitions cost at most 1,500 tokens at each step', async () => {
  const ours = {
    instructions: instructions('workspace', { isTeam: true, hasRecall: true, custom: '' }),
    tools,
    messages: [],
  };
  const parts = await countContext(ours, createTextCounter());
  expect(parts.tools).toBeGreaterThan(500);
  expect(totalTokens(parts)).toBeLessThanOrEqual(1_500);
});

test('a text has the same count every time, however many others are counted in between', async () => {
  const counted = createTextCounter();
  const long = 'many words of one text '.repeat(scaled(200_000, 20_000));
  const first = await counted('a few words');
  expect(first).toBe(count('a few words'));
  await counted(long);
  await counted(`${long}again`);
  expect(await counted('a few words')).toBe(first);
});
