import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { stateFromLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createServices } from '#lib/services.ts';
import { until } from '../support/conversations.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const folder = tempFolder();
writeFiles(folder, {
  'workspace/lib/long.txt': 'a needle in it\n'.repeat(900),
  'vitrine.config.json': JSON.stringify({
    tools: { '*': { level: 'minimal' }, read_file: { split: false }, list_files: { budgetTokens: 50 } },
    excludedTools: ['grep_file'],
  }),
});
const services = createServices(
  readConfig({
    INIT_CWD: folder,
    VITRINE_WORKSPACES: 'workspace',
    VITRINE_DATA_DIR: join(folder, 'data'),
    VITRINE_EXEC: 'off',
    LOG_LEVEL: 'silent',
  }),
);
afterAll(() => services.shutDown());

/** The result of the last call, as the model reads it, for a request to the offline model. */
async function lastResult(text: string): Promise<string> {
  const conversation = await createConversation(services, services.localMember, {});
  const author = { id: 'local', name: 'me' };
  const { runId } = await services.runner.submit(conversation, {
    text,
    author,
    attachments: [],
    interrupt: false,
  });
  const state = await until('the end', async () => {
    const now = await stateFromLog(services.stores.events, conversation.id);
    return now.runs[runId]?.finishedAt ? now : null;
  });
  return Object.values(state.toolCalls).at(-1)?.result?.result?.content ?? '';
}

test('a tool’s output is split as the config file says', async () => {
  const whole = await lastResult('read lib/long.txt');
  expect(whole.split('\n').length).toBeGreaterThan(890);
  await lastResult('list lib');
  const entries = await services.stores.ledger.list('2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z');
  const calls = entries.filter((entry) => entry.kind === 'call');
  expect(Object.fromEntries(calls.map((entry) => [entry.toolName, entry.level]))).toEqual({
    read_file: 'off',
    list_files: 'minimal',
  });
});

test('a disabled tool is not available to the model', async () => {
  const text = await lastResult('find needle');
  expect(text).toMatch(/^There is no tool grep_file\. There are: /);
  expect(text.slice('There is no tool grep_file. '.length)).not.toContain('grep_file');
});
