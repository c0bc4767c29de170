import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConversationUsage } from '#lib/operations/conversations/conversation-usage.ts';
import { until } from '../support/conversations.ts';
import type { RecordedRequest, ScriptedReply } from '../support/openai-server.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const hostile = join(import.meta.dirname, '../fixtures/mcp/hostile-server.mjs');
const resolve = createRequire(import.meta.url).resolve;
const program = (path: string, args: string[] = [], env = {}) => ({
  command: process.execPath,
  args: [path, ...args],
  sandbox: false,
  env,
});

/** A server with 14 tools, which are sent, and one with a hundred, which are not. */
async function stageWithMany(
  replies: ScriptedReply[],
  approvals: object = { mcp__many__constructor: 'auto' },
) {
  const folder = tempFolder();
  const config = join(tempFolder(), 'vitrine.config.json');
  const mcpServers = {
    files: program(resolve('@modelcontextprotocol/server-filesystem/dist/index.js'), [folder]),
    many: program(hostile, [], { MORE_TOOLS: '2000' }),
  };
  writeFileSync(config, JSON.stringify({ mcpServers, approvals }));
  return await startRunStage((_request, index) => replies[index] ?? { text: 'done' }, {
    environment: { VITRINE_CONFIG: config },
  });
}
interface SentTool {
  function: { name: string; description: string };
}
interface SentMessage {
  role: string;
  content: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}
const toolsOf = ({ body }: RecordedRequest) => (body.tools as SentTool[]).map(({ function: tool }) => tool);
const messagesOf = ({ body }: RecordedRequest) => body.messages as SentMessage[];

test('of many tools the model is sent two, finds one by what it does, and calls it; people see the call under its own name', async () => {
  const called = { name: 'mcp__many__constructor', arguments: { deep: [1] } };
  const stage = await stageWithMany([
    { toolCalls: [{ name: 'search_tools', arguments: { query: 'constructor of things' } }] },
    { toolCalls: [{ name: 'call_tool', arguments: called }] },
  ]);
  expect((await stage.ask('build one')).data.outcome).toBe('completed');
  const [first, second, third] = stage.model.requests as [RecordedRequest, RecordedRequest, RecordedRequest];

  const names = toolsOf(first).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('mcp__files__'))).toHaveLength(14);
  expect(names.filter((name) => name.startsWith('mcp__many__'))).toEqual([]);
  expect(names.slice(-2)).toEqual(['search_tools', 'call_tool']);
  // What providers cache stays as it was.
  expect(second.body.tools).toEqual(first.body.tools);
  expect(third.body.tools).toEqual(first.body.tools);

  const found = messagesOf(second).at(-1)?.content ?? '';
  expect(found).toMatch(
    /^\d of 100 tools, best match first\. Call one with call_tool\.\n\nmcp__many__constructor: constructor\narguments: \{/,
  );
  const [call, result] = messagesOf(third).slice(-2);
  expect(
    call?.tool_calls?.map(({ function: { name, arguments: text } }) => [name, JSON.parse(text)]),
  ).toEqual([['call_tool', called]]);
  expect(result).toMatchObject({ role: 'tool', content: 'constructed' });

  const started = (await stage.events()).filter((event) => event.type === 'tool.execution_start');
  expect(started.map(({ data }) => data.toolName)).toEqual(['search_tools', 'mcp__many__constructor']);
  expect(started[1]?.data.arguments).toEqual({ deep: [1] });
  const entries = await stage.services.stores.ledger.list('2000-01-01', '9999-12-31');
  expect(
    entries.filter((entry) => entry.kind === 'call').map(({ toolName, server }) => [toolName, server]),
  ).toEqual([
    ['search_tools', null],
    ['mcp__many__constructor', 'many'],
  ]);
});

test('one that changes something asks by its own name, and one that does not exist is said to be missing', async () => {
  const asking = {
    name: 'call_tool',
    arguments: { name: 'mcp__many__read_file', arguments: '{"path": "x"}' },
  };
  const stage = await stageWithMany([
    { toolCalls: [{ name: 'call_tool', arguments: { name: 'mcp__many__nothing', arguments: {} } }] },
    { toolCalls: [asking] },
  ]);
  await stage.send('work');
  const asked = await until('the question', async () =>
    (await stage.events()).find((event) => event.type === 'permission.requested'),
  );
  expect(asked.data).toMatchObject({ toolName: 'mcp__many__read_file', arguments: { path: 'x' } });
  const missing = messagesOf(stage.model.requests[1] as RecordedRequest).at(-1);
  expect(missing?.content).toContain('search_tools finds no tool called mcp__many__nothing');
});

test('the search never asks, whatever is decided for all tools; arguments that are null are none', async () => {
  const called = { name: 'mcp__many__constructor', arguments: null };
  const stage = await stageWithMany(
    [
      { toolCalls: [{ name: 'search_tools', arguments: { query: 'constructor' } }] },
      { toolCalls: [{ name: 'call_tool', arguments: called }] },
    ],
    { '*': 'deny', mcp__many__constructor: 'auto' },
  );
  expect((await stage.ask('build one')).data.outcome).toBe('completed');
  expect(messagesOf(stage.model.requests.at(-1) as RecordedRequest).at(-1)?.content).toBe('constructed');
});

test('the meter counts what is sent, not what could be found', async () => {
  const stage = await stageWithMany([]);
  await stage.ask('hello');
  const usage = await readConversationUsage(stage.services, stage.conversation, 'local');
  const { parts, definitions: ofServers } = usage;
  expect(ofServers.map(({ server, isDeferred }) => [server, isDeferred])).toEqual([
    ['files', false],
    ['many', true],
  ]);
  // A step is not charged to a server whose tools it was not sent.
  expect((await stage.steps())[0]?.definitions?.map(({ server }) => server)).toEqual(['files']);
  const definitions = await stage.services.countText(JSON.stringify(stage.model.requests[0]?.body.tools));
  expect(parts.tools).toBeGreaterThan(definitions * 0.7);
  expect(parts.tools).toBeLessThan(definitions * 1.1);
});
