import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { readConversationUsage } from '#lib/operations/conversations/conversation-usage.ts';
import { countTokens } from '#lib/split/count-tokens.ts';
import { until } from '../support/conversations.ts';
import type { RecordedRequest, ScriptedReply } from '../support/openai-server.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Unmodified, as on npm. */
const filesystem = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
);
const search = 'mcp__files__search_files';

/** 5,000 files whose paths are about 130,000 tokens. */
function manyFiles(): string {
  const folder = tempFolder();
  for (let group = 0; group < 50; group += 1) {
    const inside = join(folder, `package-${group}`, 'node_modules', 'some-library', 'distribution');
    mkdirSync(inside, { recursive: true });
    for (let file = 0; file < 100; file += 1)
      writeFileSync(join(inside, `component-${group}-${file}.test.js`), '');
  }
  return folder;
}

async function stageWith(tools: object, replies: ScriptedReply[], settings: object = {}) {
  const folder = manyFiles();
  const config = join(tempFolder(), 'vitrine.config.json');
  const server = { command: process.execPath, args: [filesystem, folder], sandbox: false };
  writeFileSync(config, JSON.stringify({ mcpServers: { files: server }, tools, ...settings }));
  const stage = await startRunStage((_request, index) => replies[index] ?? { text: 'done' }, {
    environment: { VITRINE_CONFIG: config },
  });
  const searchCall = { name: search, arguments: { path: folder, pattern: '**/*.test.js' } };
  return { ...stage, folder, searchCall };
}

/** What the model read of its calls, in order. */
const results = ({ body }: RecordedRequest): string[] =>
  (body.messages as { role: string; content: string }[])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
const last = (requests: RecordedRequest[]): RecordedRequest => {
  const request = requests.at(-1);
  if (!request) throw new Error('no request');
  return request;
};

describe('the tools of an MCP server', () => {
  test('opted in, a result of about 130,000 tokens costs the model at most 400; people see all of it, and it is recalled', async () => {
    const replies: ScriptedReply[] = [];
    const stage = await stageWith({ 'mcp__files__*': { split: true } }, replies);
    replies.push({ toolCalls: [stage.searchCall] }, { text: 'found' });
    expect((await stage.ask('find the tests')).data.outcome).toBe('completed');

    const [view = ''] = results(last(stage.model.requests));
    expect(await countTokens(view)).toBeLessThanOrEqual(400);
    const call = (await stage.events()).find((event) => event.type === 'tool.execution_complete');
    const telemetry = call?.data.toolTelemetry;
    expect(telemetry?.fullTokens).toBeGreaterThan(100_000);
    const id = telemetry?.artifactId ?? '';
    const bytes = await stage.services.stores.artifacts.readBytes(id, 0, 10_000_000);
    const text = Buffer.from(bytes ?? []).toString();
    // Once: the structure of the result says the same again.
    expect(text.trim().split('\n')).toHaveLength(5_000);

    replies.push({
      toolCalls: [{ name: 'recall_output', arguments: { artifactId: id, query: 'component-31-77' } }],
    });
    await stage.ask('which one is 31-77?');
    expect(results(last(stage.model.requests)).at(-1)).toContain('component-31-77.test.js');

    const [step] = await stage.steps();
    expect(step?.definitions).toEqual([{ server: 'files', tokens: expect.any(Number) }]);
    const usage = await readConversationUsage(stage.services, stage.conversation, 'local');
    expect(usage.definitions).toEqual([{ ...step?.definitions?.[0], isDeferred: false }]);
    expect(usage.parts.tools).toBeGreaterThan(usage.definitions[0]?.tokens ?? Number.NaN);

    const entries = await stage.services.stores.ledger.list('2000-01-01', '9999-12-31');
    const calls = entries.filter((entry) => entry.kind === 'call');
    expect(calls.map(({ toolName, server }) => [toolName, server])).toEqual([
      [search, 'files'],
      ['recall_output', null],
    ]);
  }, 120_000);

  test('a text that is too long for one message is stored whole, and once, though the server sends it twice', async () => {
    const replies: ScriptedReply[] = [];
    const stage = await stageWith({ 'mcp__files__*': { split: true } }, replies);
    const line = (index: number) =>
      `2026-11-26T03:12:00Z INFO "importer": Zeile ${index} wurde geschrieben\n`;
    const log = Array.from({ length: 150_000 }, (_, index) => line(index)).join('');
    const path = join(stage.folder, 'importer.log');
    writeFileSync(path, log);
    replies.push({ toolCalls: [{ name: 'mcp__files__read_text_file', arguments: { path } }] });
    await stage.ask('read the log');
    const call = (await stage.events()).find((event) => event.type === 'tool.execution_complete');
    const id = call?.data.toolTelemetry.artifactId ?? '';
    const bytes = await stage.services.stores.artifacts.readBytes(id, 0, 100_000_000);
    expect(Buffer.from(bytes ?? []).toString() === log).toBe(true);
    expect(log.length).toBeGreaterThan(2 * limits.mcpSpillFrom);
    const [view = ''] = results(last(stage.model.requests));
    expect(await countTokens(view)).toBeLessThanOrEqual(400);
    expect(view).toContain('150,000 lines');
  }, 120_000);

  test('not opted in, a result is what the server sent, and still nothing above 25,000 tokens passes', async () => {
    const replies: ScriptedReply[] = [];
    const stage = await stageWith({}, replies);
    const small = { name: 'mcp__files__list_directory', arguments: { path: stage.folder } };
    replies.push({ toolCalls: [small] }, { toolCalls: [stage.searchCall] });
    await stage.ask('find the tests');

    const [whole = '', cut = ''] = results(last(stage.model.requests));
    expect(whole.split('\n').filter((line) => line.startsWith('[DIR] package-'))).toHaveLength(50);
    const tokens = await countTokens(cut);
    expect(tokens).toBeGreaterThan(20_000);
    expect(tokens).toBeLessThanOrEqual(25_000);
    expect(cut).toContain('Cut at 25,000 tokens');
    expect(cut).toContain('recall_output');
  }, 120_000);

  test('that change something ask first, and those that say they read do not; the config decides otherwise', async () => {
    const replies: ScriptedReply[] = [];
    const stage = await stageWith({}, replies);
    const path = join(stage.folder, 'new.txt');
    replies.push({ toolCalls: [{ name: 'mcp__files__write_file', arguments: { path, content: 'x' } }] });
    await stage.send('write it');
    const asked = await until('the question', async () =>
      (await stage.events()).find((event) => event.type === 'permission.requested'),
    );
    expect(asked.data).toMatchObject({ answeredBy: 'members' });

    const allowed = await stageWith({}, replies, { approvals: { 'mcp__files__write_*': 'auto' } });
    replies.splice(0, replies.length, {
      toolCalls: [
        {
          name: 'mcp__files__write_file',
          arguments: { path: join(allowed.folder, 'new.txt'), content: 'x' },
        },
      ],
    });
    await allowed.ask('write it');
    expect(results(last(allowed.model.requests))[0]).toContain('Successfully wrote');
  }, 120_000);

  test('fail with the server’s own words', async () => {
    const replies: ScriptedReply[] = [];
    const stage = await stageWith({ 'mcp__files__*': { split: true } }, replies);
    const outside = { name: 'mcp__files__read_text_file', arguments: { path: '/etc/hostname' } };
    replies.push({ toolCalls: [outside] });
    await stage.ask('read it');
    expect(results(last(stage.model.requests))[0]).toMatch(/Access denied/);
    const call = (await stage.events()).find((event) => event.type === 'tool.execution_complete');
    expect(call?.data).toMatchObject({ success: false, resultType: 'failure' });
  }, 120_000);
});
