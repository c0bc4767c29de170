import { symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { startNpmRegistry } from '../support/npm-registry.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { processesNaming } from './escape-bench.ts';

const privateHosts = { 'registry.test': '127.0.0.1' };
const commands = createCommands({ mode: 'bwrap', privateHosts });
afterAll(() => commands.close());

const start = (command: string, hosts: readonly string[], root = tempFolder(), by = commands) =>
  by.run({
    root,
    conversationId: 'conv',
    program: { kind: 'shell', command },
    hosts,
    timeoutMs: 50_000,
    signal: new AbortController().signal,
  });

async function run(...wanted: Parameters<typeof start>) {
  const running = await start(...wanted);
  let output = '';
  for await (const { bytes } of running.output) output += Buffer.from(bytes).toString();
  return { output, ...(await running.end) };
}

test('npm installs from a registry that is allowed, over the proxy alone', async () => {
  const registry = await startNpmRegistry('greeter', 'console.log("hello");', 'registry.test');
  const root = tempFolder();
  writeFiles(root, { 'package.json': JSON.stringify({ dependencies: { greeter: '1.2.3' } }) });
  const host = new URL(registry.url).host;
  const { output, exitCode, traffic } = await run(
    `npm install --registry ${registry.url} && node node_modules/greeter/main.mjs`,
    [host],
    root,
  );
  registry.close();
  expect(output).toContain('added 1 package');
  expect(output).toContain('hello');
  expect(exitCode).toBe(0);
  expect(traffic).toEqual([expect.objectContaining({ host: 'registry.test', refusal: null })]);
  expect(registry.asked).toContain('/greeter.tgz');
});

test('a terminal has the same network, and a server of the command’s own is reached without the proxy', async () => {
  const origin = createServer((_, response) => response.end('from outside\n'));
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const host = `registry.test:${(origin.address() as AddressInfo).port}`;
  const terminal = await commands.openTerminal({
    root: tempFolder(),
    conversationId: 'conv',
    command: `curl -sS http://${host}/; node -e "require('node:http').createServer((_, a) => a.end('own\\n')).listen(5000)" & sleep 0.5; curl -sS http://localhost:5000/; kill %1`,
    columns: 80,
    rows: 24,
    hosts: [host],
    timeoutMs: 20_000,
    signal: new AbortController().signal,
  });
  let output = '';
  for await (const bytes of terminal.output) output += Buffer.from(bytes).toString();
  const { traffic } = await terminal.end;
  origin.close();
  expect(output).toContain('from outside');
  expect(output).toContain('own');
  expect(traffic).toHaveLength(1);
});

test('a proxy that was killed ends what went through it, and the next command has another', async () => {
  const by = createCommands({ mode: 'bwrap', privateHosts });
  const origin = createServer((_, response) => response.end('reached\n'));
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const host = `registry.test:${(origin.address() as AddressInfo).port}`;
  const get = `curl -sS -m 5 http://${host}/ 2>&1`;
  const before = processesNaming('proxy-process');
  const running = await start(`${get}; read -t 2 <> <(:); ${get}`, [host], tempFolder(), by);
  let output = '';
  for await (const { bytes } of running.output) {
    output += Buffer.from(bytes).toString();
    for (const pid of processesNaming('proxy-process'))
      if (!before.includes(pid)) process.kill(pid, 'SIGKILL');
  }
  expect(output).toMatch(/^reached\ncurl: /);
  expect((await running.end).traffic).toMatchObject([{ refusal: 'proxy_ended' }]);
  expect((await run(get, [host], tempFolder(), by)).output).toBe('reached\n');
  origin.close();
  await by.close();
});

test('networks end with the server: no process of theirs is left', async () => {
  // Its own name, so that only these are counted.
  const bwrapPath = join(tempFolder(), 'bwrap');
  symlinkSync('/usr/bin/bwrap', bwrapPath);
  const by = createCommands({ mode: 'bwrap', bwrapPath });
  await run('true', ['registry.test'], tempFolder(), by);
  // One is made ahead.
  await expect.poll(() => processesNaming(bwrapPath).length).toBeGreaterThan(0);
  await by.close();
  await expect.poll(() => processesNaming(bwrapPath)).toEqual([]);
});
