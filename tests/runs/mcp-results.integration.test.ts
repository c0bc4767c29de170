import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createMcpServer } from '#lib/mcp/mcp-server.ts';
import { until } from '../support/conversations.ts';
import { freePort } from '../support/free-port.ts';
import type { ScriptedReply } from '../support/openai-server.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Unmodified, as on npm. */
const everything = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);
const stopping: (() => void)[] = [];
afterAll(() => {
  for (const stop of stopping) stop();
});

async function startOverHttp(port: number, transport: 'streamableHttp' | 'sse' = 'streamableHttp') {
  const loopbackOnly = join(import.meta.dirname, '..', 'fixtures', 'mcp', 'loopback-only.mjs');
  const child = spawn(process.execPath, ['--import', loopbackOnly, everything, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  stopping.push(() => child.kill('SIGKILL'));
  let printed = '';
  child.stderr.on('data', (bytes) => {
    printed += bytes;
  });
  await until('the server to listen', async () => /(?:listening|running) on port/.test(printed));
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

/** As the config file names a variable. */
const pin = `\${${'PIN_OF_TEST'}}`;
const kinds = {
  stdio: async () => ({
    command: process.execPath,
    args: [everything],
    env: { PIN: pin },
    sandbox: false,
  }),
  http: async () => ({ url: (await startOverHttp(await freePort())).url, headers: { 'X-Pin': pin } }),
};

describe.each(Object.entries(kinds))('a server over %s', (kind, start) => {
  async function callTools(calls: [string, object][], environment: Record<string, string> = {}) {
    const config = join(tempFolder(), 'vitrine.config.json');
    const approvals = { 'mcp__every__*': 'auto' };
    writeFileSync(config, JSON.stringify({ mcpServers: { every: await start() }, approvals }));
    const replies: ScriptedReply[] = calls.map(([name, args]) => ({
      toolCalls: [{ name: `mcp__every__${name}`, arguments: args }],
    }));
    const stage = await startRunStage((_request, index) => replies[index] ?? { text: 'done' }, {
      environment: {
        VITRINE_CONFIG: config,
        PIN_OF_TEST: 'blue-heron-4711',
        OTHER_SETTING: 'not-for-others',
        ...environment,
      },
    });
    await stage.ask('go');
    const events = await stage.events();
    return {
      stage,
      events,
      outcomes: events.flatMap((event) => (event.type === 'tool.execution_complete' ? [event.data] : [])),
    };
  }
  const textOf = async ({ stage, outcomes }: Awaited<ReturnType<typeof callTools>>, position: number) => {
    const id = outcomes[position]?.toolTelemetry.artifactId ?? '';
    return Buffer.from((await stage.services.stores.artifacts.readBytes(id, 0, 1_000_000)) ?? []).toString();
  };

  test('decides who gets which part; structure and text that say the same are read once', async () => {
    const called = await callTools([
      ['get-annotated-message', { messageType: 'debug' }],
      ['get-annotated-message', { messageType: 'success' }],
      ['get-structured-content', { location: 'Chicago' }],
    ]);
    const [debug, success, structured] = called.outcomes.map(({ result }) => result?.content ?? '');
    expect(debug).toBe('Debug: Cache hit ratio 0.95, latency 150ms');
    expect(await textOf(called, 0)).toBe('');
    expect(success).not.toContain('Operation completed');
    expect(await textOf(called, 1)).toBe('Operation completed successfully');
    expect(JSON.parse(structured ?? '')).toMatchObject({ conditions: expect.any(String) });
    expect(JSON.parse(await textOf(called, 2))).toEqual(JSON.parse(structured ?? ''));
  }, 120_000);

  test('shows an image as one, and the model reads that people see it', async () => {
    const called = await callTools([['get-tiny-image', {}]]);
    const [outcome] = called.outcomes;
    expect(outcome?.result?.content).toMatch(/an image, \d+ × \d+ PNG, shown to people/);
    const metadata = await called.stage.services.stores.artifacts.get(
      outcome?.toolTelemetry.artifactId ?? '',
    );
    expect(metadata).toMatchObject({ metadata: { type: 'image', mimeType: 'image/png' } });
    expect(JSON.stringify(called.stage.model.requests.at(-1)?.body)).not.toContain('data:image/');
  }, 120_000);

  test('stores the bytes of a resource, and the model reads what is said besides', async () => {
    const called = await callTools([['get-resource-reference', { resourceType: 'Blob', resourceId: 3 }]]);
    const view = called.outcomes[0]?.result?.content ?? '';
    expect(view).toContain('Returning resource reference for Resource 3:');
    expect(view).toMatch(/a file, 3, text\/plain, \d+ bytes, shown to people/);
    expect(view).not.toContain('base64 blob');
    expect(await textOf(called, 0)).toMatch(/^Resource 3: This is a base64 blob created at/);
  }, 120_000);

  test('shows an image to a model that sees, too', async () => {
    const called = await callTools([['get-tiny-image', {}]], { VITRINE_MODEL_VISION: 'on' });
    expect(called.outcomes[0]?.result?.content).toMatch(/an image, .* PNG, shown to people and to you/);
    expect(JSON.stringify(called.stage.model.requests.at(-1)?.body)).toContain('data:image/png;base64,');
  }, 120_000);

  test('says how far it is, and refuses bad arguments in its own words', async () => {
    const called = await callTools([
      ['trigger-long-running-operation', { duration: 0.4, steps: 4 }],
      ['get-sum', { a: 'x' }],
    ]);
    expect(called.outcomes[0]?.result?.content).toContain('completed');
    expect(called.outcomes[1]).toMatchObject({ success: false });
    expect(called.outcomes[1]?.result?.content).toMatch(/nvalid/);
  }, 120_000);

  if (kind === 'stdio') {
    test('gets of the environment what its entry names; the value is masked wherever it comes back', async () => {
      const called = await callTools([['get-env', {}]]);
      const view = called.outcomes[0]?.result?.content ?? '';
      expect(view).toContain('PIN');
      expect(view).not.toContain('blue-heron-4711');
      expect(await textOf(called, 0)).not.toContain('not-for-others');
      expect(view).not.toContain('OPENAI');
    }, 120_000);
  }
});

test('a server over HTTP that was restarted, and knows the session no more, is connected anew', async () => {
  const port = await freePort();
  const before = await startOverHttp(port);
  let nowMs = 0;
  const server = createMcpServer(
    'every',
    { kind: 'http', url: before.url, fetch, authProvider: null, allowsSse: false },
    { showsApps: false, nowMs: () => nowMs },
  );
  await server.connect();
  await before.stop();
  const after = await startOverHttp(port);
  const ask = async (name: string) => {
    const tool = server.tools().find((one) => one.name === name);
    if (!tool) throw new Error('no tool');
    const options = {
      signal: new AbortController().signal,
      audience: 'one',
      onProgress: () => {},
      elicit: async () => ({ action: 'cancel' as const }),
    };
    return (await server.call(tool, { message: 'hi' }, options)).result.content[0];
  };
  // It changes nothing, so it is asked once more.
  expect(await ask('echo')).toMatchObject({ text: 'Echo: hi' });
  await after.stop();
  await expect(ask('echo')).rejects.toThrow();
  expect(server.state().status).toBe('failed');
  nowMs += 1_000_000;
  await startOverHttp(port);
  expect(await ask('echo')).toMatchObject({ text: 'Echo: hi' });
  await server.close();
}, 120_000);

test('a server of the transport before is spoken to where its entry says so', async () => {
  const port = await freePort();
  await startOverHttp(port, 'sse');
  const url = `http://127.0.0.1:${port}/sse`;
  const open = async (allowsSse: boolean) => {
    const server = createMcpServer(
      'every',
      { kind: 'http', url, fetch, authProvider: null, allowsSse },
      { showsApps: false, nowMs: () => 0 },
    );
    await server.connect();
    const found = { status: server.state().status, tools: server.tools().length };
    await server.close();
    return found;
  };
  expect(await open(false)).toEqual({ status: 'failed', tools: 0 });
  expect(await open(true)).toEqual({ status: 'running', tools: expect.any(Number) });
}, 120_000);

test('a server over HTTP that is not there costs nothing but its tools', async () => {
  const config = join(tempFolder(), 'vitrine.config.json');
  writeFileSync(
    config,
    JSON.stringify({ mcpServers: { gone: { url: `http://127.0.0.1:${await freePort()}/mcp` } } }),
  );
  const stage = await startRunStage(() => ({ text: 'done' }), { environment: { VITRINE_CONFIG: config } });
  expect((await stage.ask('go')).data.outcome).toBe('completed');
  const [{ state } = { state: null }] = await stage.services.mcpServers.read('local');
  expect(state).toMatchObject({
    name: 'gone',
    status: 'failed',
    message: expect.stringContaining('could not be reached'),
  });
}, 60_000);
