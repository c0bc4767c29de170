import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenScope } from '#lib/core/vocabulary/team/api-token.ts';
import { countTokens } from '#lib/split/count-tokens.ts';
import { createConversation, ofType, readEvents } from '../support/conversations.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage();
});
afterAll(async () => await stage?.close());

const five = `${Array.from({ length: 60_000 }, (_, at) => `row ${at + 1}: ${'x'.repeat(72)}`).join('\n')}\n`;

interface Answer {
  isError?: boolean;
  content: { type: string; text?: string; annotations?: { audience?: string[] } }[];
}
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  call(name: string, args: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

async function newToken(
  scopes: readonly TokenScope[],
  name = `laptop ${randomUUID()}`,
): Promise<{ id: string; token: string }> {
  const created = await stage.server.request('/api/tokens', { method: 'POST', body: { name, scopes } });
  return await created.json();
}

const address = () => new URL(`${stage.server.url}/mcp`);
const authorized = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });

async function connectV2(token: string): Promise<AnyClient> {
  const client = new Client({ name: 'editor', version: '2' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(address(), authorized(token)));
  return {
    listTools: () => client.listTools(),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Answer,
    close: () => client.close(),
  };
}

async function connectV1(token: string): Promise<AnyClient> {
  const client = new ClientV1({ name: 'terminal', version: '1' });
  await client.connect(new TransportV1(address(), authorized(token)) as Parameters<ClientV1['connect']>[0]);
  return {
    listTools: () => client.listTools(),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Answer,
    close: () => client.close(),
  };
}

/** What a model reads of an answer. */
const words = ({ content }: Answer): string =>
  content
    .filter(({ annotations }) => annotations?.audience?.includes('assistant') ?? true)
    .map(({ text = '' }) => text)
    .join('\n');
const idIn = (text: string): string => /art_[a-z2-7]{26}/.exec(text)?.[0] ?? '';
const metadataOf = async (artifactId: string) =>
  (await (await stage.server.request(`/api/artifacts/${artifactId}?format=metadata`)).json()).metadata;
const conversationOf = async (artifactId: string): Promise<string> =>
  (await metadataOf(artifactId)).conversationId;

describe.each([
  ['the older protocol', connectV1],
  ['the newest protocol', connectV2],
])('an unmodified client of %s', (era, connect) => {
  test('shows 5 MB in a conversation for under 60 tokens, and recalls a part of it', async () => {
    const { token } = await newToken(['show', 'read'], era);
    const client = await connect(token);
    const shown = await client.call('show', { title: 'rows.txt', content: five });
    const line = words(shown);
    expect(await countTokens(line)).toBeLessThan(60);
    const id = idIn(line);
    expect(line).toContain(`${stage.server.url}/a/${id}`);
    const bytes = await (await stage.server.request(`/api/artifacts/${id}`)).text();
    expect(bytes).toBe(five);
    const recalled = words(await client.call('recall_output', { artifactId: id, lines: '40000-40001' }));
    expect(recalled).toContain('row 40000: xxx');
    expect(recalled).not.toContain('row 40002: xxx');

    // People find it in a private conversation of that client and day, said by whom.
    const conversationId = await conversationOf(id);
    const [message] = ofType(await readEvents(stage.server, conversationId), 'user.message');
    expect(message?.data).toMatchObject({ runId: null, via: era, attachments: [{ artifactId: id }] });
    const { conversation } = await (
      await stage.server.request(`/api/conversations/${conversationId}`)
    ).json();
    expect(conversation.title).toMatch(new RegExp(`^${era}, \\d{4}-\\d\\d-\\d\\d$`));
    expect(conversation.audience).toEqual([]);
    const again = idIn(words(await client.call('show', { title: 'again', content: 'more' })));
    expect(await conversationOf(again)).toBe(conversationId);
    await client.close();
  });

  test('shows a change, finds it, lists its conversation, and shares it', async () => {
    const { token } = await newToken(['show', 'read', 'write'], `editor of ${era}`);
    const client = await connect(token);
    const change = { title: 'Sum the prices', path: 'cart.js', before: 'a\nb\n', after: 'a\nc\n' };
    const id = idIn(words(await client.call('show_diff', change)));
    const metadata = await metadataOf(id);
    expect(metadata).toMatchObject({ title: 'Sum the prices', type: 'diff' });
    expect(await (await stage.server.request(`/api/artifacts/${id}`)).text()).toBe(
      '--- a/cart.js\n+++ b/cart.js\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
    );
    const found = await client.call('search_artifacts', { query: 'prices sum' });
    expect(words(found)).toContain(`${id} Sum the prices (`);
    const links = found.content.filter(({ type }) => type === 'resource_link');
    expect(links).toContainEqual(expect.objectContaining({ uri: `vitrine://artifacts/${id}` }));
    expect(words(await client.call('list_conversations', { query: `editor of ${era}` }))).toContain(
      `${await conversationOf(id)} `,
    );
    const link = words(await client.call('share', { artifactId: id }));
    expect((await fetch(link)).status).toBe(200);
    await client.close();
  });
});

describe('the tools', () => {
  test('are those that the token may use, and cost at most 700 tokens together', async () => {
    const { token } = await newToken(['show', 'read', 'write', 'run', 'admin']);
    const client = await connectV2(token);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'show',
      'show_diff',
      'recall_output',
      'search_artifacts',
      'list_conversations',
      'share',
    ]);
    const sent = tools.map((tool) => {
      const { name, description, inputSchema } = tool as {
        name: string;
        description?: string;
        inputSchema?: unknown;
      };
      return { type: 'function', function: { name, description, parameters: inputSchema } };
    });
    const tokens = await countTokens(JSON.stringify(sent));
    console.info(`definitions of the MCP server: ${tokens} tokens`);
    expect(tokens).toBeLessThanOrEqual(700);
    await client.close();

    const shower = await connectV2((await newToken(['show'])).token);
    expect((await shower.listTools()).tools.map(({ name }) => name)).toEqual(['show', 'show_diff']);
    await shower.close();
  });

  test.each([
    ['nothing', { title: 'x', content: '' }, 'The content is empty'],
    ['a title of spaces', { title: '   ', content: 'x' }, 'title'],
    ['two contents', { title: 'x', content: 'a', base64: 'Yg==' }, 'Give one of'],
    ['what is no base64', { title: 'x', base64: '§§' }, 'not valid base64'],
    [
      'a conversation that is not theirs',
      { title: 'x', content: 'a', conversationId: 'conv_none' },
      'Not found',
    ],
    ['an upload that is not theirs', { title: 'x', uploadId: 'art_none' }, 'Not found'],
  ])('refuse to show %s, in words', async (_, args, reason) => {
    const client = await connectV2((await newToken(['show'])).token);
    const answer = await client.call('show', args).catch((error: Error) => ({
      isError: true,
      content: [{ type: 'text', text: error.message }],
    }));
    expect(answer.isError).toBe(true);
    expect(words(answer)).toContain(reason);
    await client.close();
  });

  test('a type that is a lie chooses no viewer that its bytes do not have', async () => {
    const client = await connectV2((await newToken(['show', 'read'])).token);
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const id = idIn(words(await client.call('show', { title: 'a table', base64: png, type: 'table' })));
    const metadata = await metadataOf(id);
    expect(metadata).toMatchObject({ type: 'image', mimeType: 'image/png', form: null });
    await client.close();
  });

  test('recall nothing without one way to ask, and nothing of an artifact that is not there', async () => {
    const client = await connectV2((await newToken(['read'])).token);
    const neither = await client.call('recall_output', { artifactId: 'art_none' });
    expect(words(neither)).toContain('Give one of lines, query and jsonPath');
    const none = await client.call('recall_output', { artifactId: 'art_none', query: 'x' });
    expect([none.isError, words(none)]).toEqual([true, 'Not found']);
    await client.close();
  });
});

describe('a link to upload to', () => {
  const offered = async (client: AnyClient): Promise<string> =>
    /http\S+/.exec(words(await client.call('show', { title: 'build.log' })))?.[0] ?? '';
  const put = (url: string, body: BodyInit) => fetch(url, { method: 'PUT', body });

  test('takes one file, once, which is then shown', async () => {
    const client = await connectV2((await newToken(['show', 'read'])).token);
    const url = await offered(client);
    const uploaded = await put(url, five);
    expect(uploaded.status).toBe(201);
    const { uploadId } = await uploaded.json();
    const second = await put(url, 'other');
    expect([second.status, (await second.json()).error]).toEqual([
      404,
      expect.stringContaining('has been used'),
    ]);
    // It belongs to no conversation yet.
    expect(words(await client.call('search_artifacts', { query: 'build.log' }))).not.toContain(uploadId);
    const shown = words(await client.call('show', { title: 'build.log', uploadId }));
    expect(shown).toContain(uploadId);
    expect(words(await client.call('show', { title: 'build.log', uploadId }))).toContain('is shown already');
    await client.close();
  });

  test('is worth nothing once its token is revoked', async () => {
    const { id, token } = await newToken(['show']);
    const client = await connectV2(token);
    const url = await offered(client);
    await client.close();
    await stage.server.request(`/api/tokens/${id}`, { method: 'DELETE' });
    expect((await put(url, 'x')).status).toBe(404);
  });

  test('refuses more than an artifact may have, before it is sent', async () => {
    const client = await connectV2((await newToken(['show'])).token);
    const url = await offered(client);
    await client.close();
    const response = await put(url, new Uint8Array(200 * 1024 * 1024)).catch(() => null);
    // It may be cut off while it is still sending.
    if (response) expect([response.status, (await response.json()).code]).toEqual([413, 'too_large']);
  });
});

describe('a request is refused', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  const post = (headers: Record<string, string>, path = '/mcp', body: unknown = initialize) =>
    fetch(stage.server.url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    });

  test('without a token, even on this machine and from its own page', async () => {
    for (const headers of [{}, { Origin: stage.server.url }]) {
      const response = await post(headers);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('with a token that was revoked, is in the address, or is another server’s', async () => {
    const { id, token } = await newToken(['show']);
    expect((await post({ Authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await post({}, `/mcp?token=${token}`)).status).toBe(400);
    await stage.server.request(`/api/tokens/${id}`, { method: 'DELETE' });
    expect((await post({ Authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await post({ Authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' })).status).toBe(401);
  });

  test('that is larger than a message may be', async () => {
    const { token } = await newToken(['show']);
    const body = { ...initialize, params: { x: 'x'.repeat(9 * 1024 * 1024) } };
    expect((await post({ Authorization: `Bearer ${token}` }, '/mcp', body)).status).toBe(413);
  });

  test('by another name of the host', async () => {
    const { token } = await newToken(['show']);
    const response = await fetch(`${stage.server.url}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-Host': 'evil.example' },
    });
    expect(response.status).not.toBe(200);
  });
});

test('the inspector, another client, uploads 5 MB, shows it and recalls a part of it', async () => {
  const { resolve } = createRequire(import.meta.url);
  const inspector = join(
    dirname(resolve('@modelcontextprotocol/inspector/package.json')),
    'clients/launcher/build/index.js',
  );
  const { token } = await newToken(['show', 'read'], 'inspector');
  const inspect = async (tool: string, args: Record<string, string>): Promise<Answer> => {
    const parameters = Object.entries(args).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...[inspector, '--cli', address().href, '--transport', 'http'],
        ...['--header', `Authorization: Bearer ${token}`, '--method', 'tools/call', '--tool-name', tool],
        ...parameters,
      ],
      { env: { ...process.env, HOME: tempFolder() }, timeout: 60_000 },
    );
    return JSON.parse(stdout);
  };
  const url = /http\S+/.exec(words(await inspect('show', { title: 'rows.txt' })))?.[0] ?? '';
  const { uploadId } = await (await fetch(url, { method: 'PUT', body: five })).json();
  const shown = words(await inspect('show', { title: 'rows.txt', uploadId }));
  expect(await countTokens(shown)).toBeLessThan(60);
  const recalled = words(await inspect('recall_output', { artifactId: idIn(shown), lines: '40000-40001' }));
  expect(recalled).toContain('row 40001: xxx');
});

test('texts that differ much are one change, and too large ones are refused', async () => {
  const client = await connectV2((await newToken(['show'])).token);
  const side = (word: string) => Array.from({ length: 8_000 }, (_, at) => `${word} ${at}\n`).join('');
  const change = { title: 'Generated', before: side('old'), after: side('new') };
  const id = idIn(words(await client.call('show_diff', change)));
  expect(await (await stage.server.request(`/api/artifacts/${id}`)).text()).toContain(
    '@@ -1,8000 +1,8000 @@',
  );
  const large = { ...change, after: 'x'.repeat(3_000_000) };
  expect(words(await client.call('show_diff', large))).toContain('too large to compare');
  await client.close();
});

test('secrets have names in resources, as in what is recalled', async () => {
  const secret = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1eF3hJ5'}`;
  const { token } = await newToken(['show', 'read']);
  const client = new Client({ name: 'editor', version: '2' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(address(), authorized(token)));
  const shown = await client.callTool({
    name: 'show',
    arguments: { title: 'env', content: `A=${secret}\n` },
  });
  const id = idIn(words(shown as Answer));
  const { contents } = await client.readResource({ uri: `vitrine://artifacts/${id}` });
  expect(JSON.stringify(contents)).not.toContain(secret);
  expect(JSON.stringify(contents)).toContain('A=[');
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain(`vitrine://artifacts/${id}`);
  await client.close();
});

test('what was opened to others gets nothing more by itself', async () => {
  const client = await connectV2((await newToken(['show'])).token);
  const show = async () =>
    await conversationOf(idIn(words(await client.call('show', { title: 'x', content: 'y' }))));
  const first = await show();
  await stage.server.request(`/api/conversations/${first}`, { method: 'PATCH', body: { audience: 'team' } });
  const second = await show();
  expect(second).not.toBe(first);
  await stage.server.request(`/api/conversations/${second}`, { method: 'DELETE' });
  const third = await show();
  expect([first, second]).not.toContain(third);
  expect(await show()).toBe(third);
  await client.close();
});

test('a conversation that is named gets what is shown', async () => {
  const id = await createConversation(stage.server);
  const client = await connectV2((await newToken(['show'])).token);
  const shown = words(await client.call('show', { title: 'x', content: 'y', conversationId: id }));
  expect(await conversationOf(idIn(shown))).toBe(id);
  await client.close();
});
