import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { McpServerAddress } from '#lib/mcp/mcp-connection.ts';
import { createMcpServer, type McpServer } from '#lib/mcp/mcp-server.ts';
import { createMcpServers } from '#lib/mcp/mcp-servers.ts';
import { readLargeResult } from '#lib/mcp/read-large-result.ts';
import { startLineProgram } from '#lib/workspace/line-program.ts';
import { until } from '../support/conversations.ts';
import { tempFolder } from '../support/temp-folder.ts';

const hostile = join(import.meta.dirname, '..', 'fixtures', 'mcp', 'hostile-server.mjs');
const address = (environment: Record<string, string> = {}, command = process.execPath): McpServerAddress => ({
  kind: 'stdio',
  spillFolder: tempFolder(),
  startProgram: (takeOutput) =>
    startLineProgram({ command, args: [hostile], environment, cwd: tempFolder(), takeOutput }),
});

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
let nowMs = 0;
async function start(environment?: Record<string, string>): Promise<McpServer> {
  nowMs = 1_000_000;
  const server = createMcpServer('hostile', address(environment), { showsApps: false, nowMs: () => nowMs });
  open.push(server);
  await server.connect();
  return server;
}
const call = (server: McpServer, name: string, args = {}, signal = new AbortController().signal) => {
  const tool = server.tools().find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return server.call(tool, args, {
    signal,
    audience: 'one',
    onProgress: () => {},
    elicit: async () => ({ action: 'cancel' }),
  });
};
const firstBlock = async (calling: ReturnType<typeof call>) => (await calling).result.content[0];

describe('a server that', () => {
  test('never answers is left when the call is stopped, and answers the next one', async () => {
    const server = await start();
    const stop = new AbortController();
    const waiting = call(server, 'never', {}, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(await firstBlock(call(server, 'constructor'))).toMatchObject({ text: 'constructed' });
  });

  test('dies during a call that changes nothing is started again, and asked once more', async () => {
    const server = await start({ STATE: join(tempFolder(), 'died') });
    expect(await firstBlock(call(server, 'dies'))).toMatchObject({ text: 'answered the second time' });
    expect(server.state()).toMatchObject({ status: 'running', message: null });
  });

  test('dies during any other call is not asked again; its last lines say why, and later it is started again', async () => {
    const server = await start();
    await expect(call(server, 'dies_for_good')).rejects.toThrow(/ended during the call.*the disk is gone/);
    expect(server.state()).toMatchObject({
      status: 'failed',
      message: 'It ended: exit 4',
      lastLines: ['the disk is gone'],
    });
    // Its tools stay, and so does the start of what the model is sent.
    expect(server.tools().length).toBeGreaterThan(5);
    await expect(call(server, 'twice')).rejects.toThrow('It ended: exit 4');
    nowMs += 2_000;
    expect(await firstBlock(call(server, 'twice'))).toMatchObject({ text: 'first' });
  });

  test('prints what is no message, and bytes that are no text, is still understood', async () => {
    const server = await start();
    expect(await firstBlock(call(server, 'garbage'))).toMatchObject({ text: 'after garbage' });
  });

  test('prints an endless line is ended', async () => {
    const server = await start();
    await expect(call(server, 'flood')).rejects.toThrow(/ended during the call/);
    expect(server.state().message).toBe('It ended: a line longer than is taken');
  });

  test('cannot be started says so', async () => {
    const server = createMcpServer('none', address({}, '/nonexistent/program'), {
      showsApps: false,
      nowMs: () => 0,
    });
    await server.connect();
    await server.connect();
    expect(server.state()).toMatchObject({ status: 'failed', message: expect.stringContaining('ENOENT') });
    expect(server.tools()).toEqual([]);
  });
});

test('a program that would see what was hidden from it is started anew before its next call', async () => {
  let hasLostCover = false;
  const pids: number[] = [];
  const server = createMcpServer(
    'hostile',
    {
      kind: 'stdio',
      spillFolder: tempFolder(),
      async startProgram(takeOutput, signal) {
        const { startProgram } = address() as Extract<McpServerAddress, { kind: 'stdio' }>;
        const program = await startProgram(takeOutput, signal);
        pids.push(program.pid);
        return { ...program, hasLostCover: async () => hasLostCover && program.pid === pids[0] };
      },
    },
    { showsApps: false, nowMs: () => 0 },
  );
  open.push(server);
  await server.connect();
  expect(await firstBlock(call(server, 'constructor'))).toMatchObject({ text: 'constructed' });
  expect(pids).toHaveLength(1);
  hasLostCover = true;
  expect(await firstBlock(call(server, 'constructor'))).toMatchObject({ text: 'constructed' });
  expect(pids).toHaveLength(2);
  expect(isRunning(pids[0] ?? 0)).toBe(false);
});

describe('its tools', () => {
  const read = async (environment?: Record<string, string>) => {
    const source = {
      kind: 'stdio' as const,
      workspace: null,
      keyOf: () => '',
      addressFor: () => address(environment),
    };
    const servers = createMcpServers(async () => new Map([['hostile', source]]), {
      isOffered: (name) => name !== 'mcp__hostile__never',
      drift: { findBlocked: async () => new Map() },
      showsApps: false,
      nowMs: () => 0,
    });
    open.push(servers);
    await servers.connect({ memberId: 'local', workspace: 'any', root: '/any' });
    return (await servers.read('local'))[0];
  };

  test('have names of their own, whatever the server calls them; what is too large or excluded is not offered', async () => {
    const server = await read();
    const names = server?.tools.map(({ name }) => name);
    expect(names).toContain('mcp__hostile__read_file');
    expect(names).toContain('mcp__hostile__constructor');
    expect(names).not.toContain('mcp__hostile__never');
    expect(names).toContain('mcp__hostile__for_both');
    expect(names).not.toContain('mcp__hostile__only_for_apps');
    expect(server?.leftOut).toEqual(['deep', 'long_title', 'huge_schema']);
  });

  test('are at most a hundred of one server, and the others are named', async () => {
    const server = await read({ MORE_TOOLS: '2000' });
    expect(server?.tools).toHaveLength(100);
    expect(server?.leftOut.length).toBeGreaterThan(1_900);
  });
});

test('sends an image that is too long for its message, it is put back', async () => {
  const { result, takeSpilled } = await call(await start(), 'large_image');
  const { content, large } = await readLargeResult(result, takeSpilled);
  expect(large).toBeNull();
  const [image] = content;
  expect(
    image?.type === 'image' && Buffer.from(image.data, 'base64').equals(Buffer.alloc(4_500_000, 7)),
  ).toBe(true);
});

test('changes what it says of a tool, is not called for that tool by a run that knew it otherwise', async () => {
  const server = await start({ CHANGED: join(tempFolder(), 'changed') });
  const [before] = server.tools().filter(({ name }) => name === 'twice');
  await call(server, 'changes_tools');
  await until('the list', async () =>
    server.tools().some(({ description }) => description?.includes('.ssh')),
  );
  const calling = server.call(
    before as never,
    {},
    {
      signal: new AbortController().signal,
      audience: 'one',
      onProgress() {},
      elicit: async () => ({ action: 'cancel' }),
    },
  );
  await expect(calling).rejects.toThrow(/was not called.*blocked until an admin has seen/);
  expect(await firstBlock(call(server, 'twice'))).toMatchObject({ text: 'first' });
});

test('what a server started ends with it, whatever it does against that', async () => {
  const server = await start();
  const block = await firstBlock(call(server, 'starts_others'));
  const pid = Number(block?.type === 'text' ? block.text : Number.NaN);
  expect(isRunning(pid)).toBe(true);
  await server.close();
  await until('the end of the other program', async () => !isRunning(pid));
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a program of an older revision', () => {
  test.each(['silent', 'dies'])(
    'that is %s where it does not know a question is spoken to as it can be',
    async (UNKNOWN) => {
      const server = await start({ UNKNOWN });
      expect(await firstBlock(call(server, 'constructor'))).toMatchObject({ text: 'constructed' });
    },
  );
});

test('a result that breaks the server’s own schema is still what the server sent: its tool has run', async () => {
  expect(await call(await start(), 'wrong_structure')).toMatchObject({
    result: { structuredContent: { count: 'many' } },
  });
});
