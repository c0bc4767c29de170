import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { until } from '../support/conversations.ts';
import { tempFolder } from '../support/temp-folder.ts';

const commands = createCommands({ mode: 'auto' });
afterAll(() => commands.close());

async function run(
  root: string,
  command: string,
  signal = new AbortController().signal,
  conversationId = 'c',
) {
  const program = { kind: 'shell' as const, command };
  const running = await commands.run({ root, conversationId, program, timeoutMs: 30_000, signal });
  let output = '';
  for await (const { bytes } of running.output) output += Buffer.from(bytes).toString();
  return { output, ...(await running.end) };
}

test('a command that is stopped while its sandbox is built never begins', async () => {
  await commands.check();
  for (const delayMs of [0, 4, 8, 12, 16, 20, 25, 30, 40]) {
    const root = tempFolder();
    const stop = new AbortController();
    // Begun, it would be seen a moment later, however it was stopped.
    const both = ['a', 'b'].map((name) =>
      run(root, `sleep 0.3; echo >begun-${name}; sleep 20`, stop.signal, name),
    );
    const ended = Promise.allSettled(both);
    await sleep(delayMs);
    stop.abort();
    await ended;
    await sleep(500);
    const begun = readdirSync(root).filter((name) => name.startsWith('begun'));
    expect(begun, `stopped after ${delayMs} ms`).toEqual([]);
    // What protected missing names is removed once the processes are gone.
    await until('the removal', async () => readdirSync(root).length === 0);
  }
}, 60_000);

test('nor does one whose server is killed then', async () => {
  const driver = join(import.meta.dirname, 'starting-driver.ts');
  for (const delayMs of [0, 5, 10, 15, 20, 30]) {
    const root = tempFolder();
    const env = { ...process.env, TMPDIR: tempFolder() };
    const server = spawn(process.execPath, [driver, root], { stdio: ['ignore', 'pipe', 'inherit'], env });
    await once(server.stdout, 'data');
    await sleep(delayMs);
    server.kill('SIGKILL');
    await once(server, 'exit');
    await sleep(700);
    expect(existsSync(join(root, 'begun')), `killed after ${delayMs} ms`).toBe(false);
  }
}, 60_000);

test('a folder that is exchanged all the time shows no command the .env in it, and the file stays whole', async () => {
  const root = tempFolder();
  for (const name of ['a', 'b']) mkdirSync(join(root, name));
  writeFileSync(join(root, 'a', '.env'), 'SECRET=canary\n');
  const exchange = `python3 - <<'END'
import ctypes, time
libc = ctypes.CDLL(None)
open('begun', 'w')
while True:
    libc.renameat2(-100, b'a', -100, b'b', 2)
    time.sleep(0.003)
END`;
  const stop = new AbortController();
  const mover = run(root, exchange, stop.signal, 'mover');
  await until('the exchange', async () => existsSync(join(root, 'begun')));
  for (let times = 0; times < 25; times += 1) {
    const { output } = await run(
      root,
      'for i in 1 2 3 4 5; do cat a/.env b/.env 2>/dev/null; sleep 0.003; done',
    );
    expect(output).toBe('');
  }
  stop.abort();
  await mover;
  const found = ['a', 'b'].filter((name) => existsSync(join(root, name, '.env')));
  expect(found.map((name) => readFileSync(join(root, name, '.env'), 'utf8'))).toEqual(['SECRET=canary\n']);
}, 60_000);

test('a command goes on after it was held for another, and a terminal with a shell in it too', async () => {
  const root = tempFolder();
  const counting = run(root, 'for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.1; done', undefined, 'counting');
  const signal = new AbortController().signal;
  const terminal = await commands.openTerminal({
    ...{ root, conversationId: 'terminal', signal, columns: 80, rows: 24, timeoutMs: 30_000 },
    command: 'bash --norc -i',
  });
  for (let times = 0; times < 4; times += 1) await run(root, 'true', undefined, 'other');
  terminal.write('echo still-$((40 + 2))\rexit 7\r');
  let shown = '';
  for await (const bytes of terminal.output) shown += Buffer.from(bytes).toString();
  expect(shown).toContain('still-42');
  expect((await terminal.end).exitCode).toBe(7);
  expect((await counting).output).toBe('1\n2\n3\n4\n5\n6\n7\n8\n');
}, 60_000);
