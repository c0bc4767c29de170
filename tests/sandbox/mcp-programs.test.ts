import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { addedServerSetting } from '#lib/core/vocabulary/tools/added-server.ts';
import { addMcpServer } from '#lib/operations/team/add-mcp-server.ts';
import { readMcpServerViews } from '#lib/operations/team/read-mcp-server-views.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { until } from '../support/conversations.ts';
import { startNpmRegistry } from '../support/npm-registry.ts';
import type { RecordedRequest, ScriptedReply } from '../support/openai-server.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const dollar = '$';
const workspaceFolder = `${dollar}{workspaceFolder}`;
/** Unmodified, as on npm. */
const filesystem = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
);
const ownServer = readFileSync(join(import.meta.dirname, '../fixtures/mcp/hostile-server.mjs'), 'utf8');

/** A server with sandbox, two workspaces, and one MCP server called `one`. */
async function stageWith(server: object | null, replies: ScriptedReply[], more: object = {}) {
  const roots = [tempFolder(), tempFolder()];
  for (const root of roots) {
    writeFiles(root, { 'note.txt': `a note in ${root}`, '.env': 'KEY=hidden-from-programs' });
    mkdirSync(join(root, 'inside'));
  }
  const config = join(tempFolder(), 'vitrine.config.json');
  const mcpServers = server === null ? {} : { one: server };
  const settings = { mcpServers, ...more, approvals: { 'mcp__*': 'auto' } };
  writeFileSync(config, JSON.stringify(settings));
  const stage = await startRunStage((_request, index) => replies[index] ?? { text: 'done' }, {
    environment: { VITRINE_CONFIG: config, VITRINE_EXEC: 'auto', VITRINE_WORKSPACES: roots.join(',') },
  });
  return { ...stage, root: roots[0] ?? '', otherRoot: roots[1] ?? '' };
}
const results = ({ body }: RecordedRequest): string[] =>
  (body.messages as { role: string; content: string }[])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
const call = (tool: string, args: object): ScriptedReply => ({
  toolCalls: [{ name: `mcp__one__${tool}`, arguments: args }],
});

test('the filesystem server, unmodified and without a word on the sandbox, works in the workspace and sees no secrets', async () => {
  const replies: ScriptedReply[] = [];
  const stage = await stageWith({ command: 'node', args: [filesystem, workspaceFolder] }, replies);
  const path = (name: string) => ({ path: join(stage.root, name) });
  replies.push(
    call('read_text_file', path('note.txt')),
    call('read_text_file', path('.env')),
    call('write_file', { ...path('inside/new.txt'), content: 'written by it' }),
    call('read_text_file', { path: '/etc/hostname' }),
  );
  expect((await stage.ask('work')).data.outcome).toBe('completed');
  const [note = '', hidden = '', , outside = ''] = results(stage.model.requests.at(-1) as RecordedRequest);
  expect(note).toContain(`a note in ${stage.root}`);
  expect(hidden).not.toContain('hidden-from-programs');
  expect(outside).toMatch(/denied|outside/);
  expect(readFileSync(join(stage.root, 'inside/new.txt'), 'utf8')).toBe('written by it');
  expect((await stage.services.mcpServers.read('local'))[0]?.state).toMatchObject({
    name: 'one',
    status: 'running',
  });
});

test('the memory server, unmodified, keeps what it knows in a file of the workspace that its environment names', async () => {
  const memory = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js');
  const env = { MEMORY_FILE_PATH: `${workspaceFolder}/memory.jsonl` };
  const entities = [{ name: 'heron', entityType: 'bird', observations: ['stands still'] }];
  const stage = await stageWith({ command: 'node', args: [memory], env }, [
    call('create_entities', { entities }),
    call('search_nodes', { query: 'still' }),
  ]);
  await stage.ask('remember');
  const [, found = ''] = results(stage.model.requests.at(-1) as RecordedRequest);
  expect(found).toContain('heron');
  expect(readFileSync(join(stage.root, 'memory.jsonl'), 'utf8')).toContain('stands still');
});

test('each workspace has a program of its own, which does not see the other one', async () => {
  const replies: ScriptedReply[] = [];
  const stage = await stageWith({ command: 'node', args: [filesystem, workspaceFolder] }, replies);
  const both = [stage.root, stage.otherRoot].map((root) => ({
    name: 'mcp__one__read_text_file',
    arguments: { path: join(root, 'note.txt') },
  }));
  replies.push({ toolCalls: both }, { text: 'done' }, { toolCalls: both });
  await stage.ask('read both');
  const [own = '', other = ''] = results(stage.model.requests.at(-1) as RecordedRequest);
  expect(own).toContain(`a note in ${stage.root}`);
  expect(other).toContain('denied');

  const { services } = stage;
  const workspace = services.workspaces.configured[1]?.name;
  const conversation = await createConversation(services, services.localMember, { workspace });
  const author = { id: 'local', name: 'me' };
  const message = { text: 'read both', author, attachments: [], interrupt: false };
  await services.runner.submit(conversation, message);
  const requests = await until('both results', async () =>
    stage.model.requests.length === 4 ? stage.model.requests : undefined,
  );
  const [first = '', second = ''] = results(requests[3] as RecordedRequest);
  expect(first).toContain('denied');
  expect(second).toContain(`a note in ${stage.otherRoot}`);
});

test('npx -y fetches a package over the network once, into a folder of the server’s own', async () => {
  const registry = await startNpmRegistry('a-server-of-others', `#!/usr/bin/env node\n${ownServer}`);
  const entry = {
    command: 'npx',
    args: ['-y', 'a-server-of-others'],
    network: true,
    env: { npm_config_registry: registry.url },
  };
  try {
    const replies: ScriptedReply[] = [call('constructor', {})];
    const stage = await stageWith(entry, replies);
    await stage.ask('build');
    expect(results(stage.model.requests.at(-1) as RecordedRequest)).toEqual(['constructed']);
    expect(registry.asked.filter((path) => path.endsWith('.tgz'))).toHaveLength(1);
    const { dataDir } = stage.services.config;
    const [cache = ''] = readdirSync(join(dataDir, 'mcp/one'));
    expect(existsSync(join(dataDir, 'mcp/one', cache, 'npm/_npx'))).toBe(true);
  } finally {
    registry.close();
  }
});

test('without a sandbox it does not start, and its state says what would help', async () => {
  const config = join(tempFolder(), 'vitrine.config.json');
  writeFileSync(
    config,
    JSON.stringify({ mcpServers: { one: { command: 'node', args: [filesystem, '/tmp'] } } }),
  );
  const stage = await startRunStage(() => ({ text: 'done' }), { environment: { VITRINE_CONFIG: config } });
  expect((await stage.ask('hello')).data.outcome).toBe('completed');
  expect((await stage.services.mcpServers.read('local'))[0]).toMatchObject({
    state: { status: 'failed', message: expect.stringMatching(/runs in the sandbox.*"sandbox": false/) },
    tools: [],
  });
});

test('a program that an admin adds with a command that the config file allows runs in the sandbox, and no other is added', async () => {
  const thinking = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-sequential-thinking/dist/index.js',
  );
  const thought = { thought: 'one step', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
  const stage = await stageWith(null, [call('sequentialthinking', thought)], {
    mcpCommands: [{ command: `node ${dirname(thinking)}*` }],
  });
  const { services } = stage;
  const origin = {
    address: null,
    siteUrl: 'http://127.0.0.1',
    signal: new AbortController().signal,
    tokenName: null,
  };
  const add = (command: string, name = 'one') =>
    addMcpServer({ services, origin, member: services.localMember }, { name, command, workspace: null });
  await expect(add('sh -c true')).rejects.toMatchObject({
    code: 'not_possible',
    message: `The config file allows only node ${dirname(thinking)}* (mcpCommands).`,
  });
  await add(`node ${thinking}`);
  await expect(add(`node ${thinking}`)).rejects.toMatchObject({ code: 'not_possible' });
  await stage.ask('think');
  expect(results(stage.model.requests.at(-1) as RecordedRequest)[0]).toContain('"thoughtNumber": 1');
  const [view] = await readMcpServerViews(services, services.localMember);
  expect(view).toMatchObject({ confinement: 'sandbox', added: { url: null, command: `node ${thinking}` } });
});

test('what the config file does not allow any more does not start, and says so', async () => {
  const stage = await stageWith(null, []);
  const { services } = stage;
  const by = { id: 'local', name: 'me' };
  const added = {
    url: null,
    command: 'node anything.mjs',
    workspace: null,
    by,
    addedAt: '2026-03-01T12:00:00.000Z',
  };
  await services.stores.settings.change(addedServerSetting('one', added));
  await stage.ask('go');
  const [view] = await readMcpServerViews(services, services.localMember);
  expect(view).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('does not allow its command'),
  });
});
