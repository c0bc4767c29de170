import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { durableEvent, type NewEvent } from '../lib/core/vocabulary/events.ts';
import { ReplayError } from '../lib/replay/replay-error.ts';
import { planReplay } from '../scripts/replay/plan-replay.ts';
import { isoAfter, sampleConversation } from './contracts/samples.ts';
import { runScript } from './support/run-script.ts';
import { tempFolder, writeFiles } from './support/temp-folder.ts';

const folder = tempFolder();
const dataDir = tempFolder();
const run = (args: string[], environment: Record<string, string> = {}) =>
  runScript('replay.ts', { args, folder, environment: { VITRINE_DATA_DIR: dataDir, ...environment } });

const now = isoAfter(0);
const say = (index: number, content: string): NewEvent[] => [
  durableEvent(
    'user.message',
    {
      ...{ messageId: `msg_${index}`, runId: `run_${index}`, content, attachments: [] },
      author: { id: 'm', name: 'Ada' },
    },
    now,
  ),
  durableEvent('run.started', { runId: `run_${index}`, messageId: `msg_${index}`, model: 'x' }, now),
  durableEvent('run.finished', { runId: `run_${index}`, outcome: 'completed' }, now),
];
const exported = (v: number) => ({
  conversation: sampleConversation({ title: 'Long notes' }),
  events: [...say(1, 'read notes.md'), ...say(2, 'create other.md with "x"')].map((event, index) => ({
    ...event,
    ...{ v, id: String(index + 1) },
  })),
  artifacts: [],
});
writeFiles(folder, {
  'notes.md': 'a line of notes that goes on\n'.repeat(3_000),
  'export.json': JSON.stringify(exported(1)),
  'next.json': JSON.stringify(exported(2)),
  'notes.json': '{"notes": []}',
});

function refusalOf(work: () => unknown): Error | null {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  return null;
}

test.each([
  [[], 'Say what to replay:'],
  [['all', 'rename-symbol'], 'Say what to replay:'],
  [['win-the-lottery'], 'There is no task win-the-lottery'],
  [['none.json'], 'There is no task none.json, and no readable file of this name'],
  [['notes.md'], 'This file is not JSON'],
  [['notes.json'], 'This file is not an exported conversation'],
  [['next.json'], 'has version 2'],
  [['all', '-n', '0'], '-n is a whole number from 1 to 100, and not "0".'],
  [['all', '-n', '1e3'], '-n is a whole number from 1 to 100, and not "1e3".'],
  [['all', '--seed', '-1'], '--seed'],
  [['all', '--mistakes', '--code-mode'], '--mistakes and --code-mode do not go together'],
  [['all', '--seed', '4294967296'], '--seed is a whole number from 0 to 4294967295'],
  [['all', '--rounds-of', '3'], 'The options are -n ROUNDS, --seed NUMBER, --mistakes and --code-mode.'],
  [['export.json', '--mistakes'], '--mistakes is for scripted tasks, not for a conversation.'],
])('%j is refused in one sentence', (args, words) => {
  const error = refusalOf(() => planReplay(args, folder));
  expect(error).toBeInstanceOf(ReplayError);
  expect(error?.message).toContain(words);
  expect(error?.message).not.toContain('\n');
});

test('a refusal is all that is printed', async () => {
  const { exitCode, stdout, stderr } = await run(['win-the-lottery']);
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toBe(`${refusalOf(() => planReplay(['win-the-lottery'], folder))?.message}\n`);
});

test('settings that name no model are refused in one sentence', async () => {
  const { exitCode, stderr } = await run(['all'], { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
  expect(exitCode).toBe(2);
  expect(stderr.trim()).toBe(
    'OPENAI_API_KEY or OPENAI_BASE_URL is set, but VITRINE_MODEL is not. Set it to the model to use.',
  );
});

test('an exported conversation is replayed in a copy of the workspace, and has no check', async () => {
  const { exitCode, stdout } = await run(['export.json']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/conversation +balanced +~[\d,]+ .*no check/);
  expect(stdout).toMatch(/ +off +~[\d,]+ .*no check/);
  expect(stdout).toContain(
    'Tokens per solved task, with the split: no saving is stated (not known: too few rounds)',
  );
  expect(stdout).toContain('Solved: no check.');
  const [id = ''] = readdirSync(join(dataDir, 'replays'));
  expect(stdout).toContain(join(dataDir, 'replays', id));
  expect(readdirSync(join(dataDir, 'replays', id)).sort()).toEqual([
    ...['conversation.1.off.json.gz', 'conversation.1.on.json.gz', 'replay.json'],
  ]);
  expect(readdirSync(folder)).not.toContain('other.md');
});
