import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CommandProgram,
  deniedReason,
  type OutputChunk,
  type RunningCommand,
} from '#lib/workspace/commands.ts';
import { ownCodeIn } from '#lib/workspace/own-code.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { smallLimits } from './escape-bench.ts';

const root = tempFolder();
const commands = createCommands({ mode: 'auto', limits: { ...smallLimits, commandMemoryBytes: 2 ** 31 } });
afterAll(() => commands.close());
beforeAll(async () => {
  expect(await commands.check()).toMatchObject({ mode: 'bwrap', reason: null });
});

interface Options {
  root?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  conversationId?: string;
  onWait?: () => void;
}

const start = (program: CommandProgram | string, options: Options = {}): Promise<RunningCommand> =>
  commands.run({
    root,
    conversationId: 'conv',
    program: typeof program === 'string' ? { kind: 'shell', command: program } : program,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    ...options,
  });

async function read(running: RunningCommand) {
  const chunks: OutputChunk[] = [];
  for await (const chunk of running.output) chunks.push(chunk);
  const of = (stream: string) =>
    Buffer.concat(chunks.filter((chunk) => chunk.stream === stream).map(({ bytes }) => bytes)).toString();
  return { stdout: of('stdout'), stderr: of('stderr'), chunks, ...(await running.end) };
}
const run = async (program: CommandProgram | string, options?: Options) =>
  read(await start(program, options));

test('in the folder that the server runs from, a command cannot change what the server runs', async () => {
  const ownFolder = join(import.meta.dirname, '..', '..');
  const [own] = ownCodeIn(ownFolder);
  const path = [...(own ?? []), '.planted'].join('/');
  const { stderr, exitCode } = await run(`touch ${path}`, { root: ownFolder });
  expect(existsSync(join(ownFolder, path))).toBe(false);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Read-only file system');
});

describe('a command', () => {
  test('tells how it ended as a shell does', async () => {
    const ends: [string, number][] = [
      ['exit 0', 0],
      ['exit 7', 7],
      ['kill -SEGV $$', 139],
      ['kill -9 $$', 137],
      ['nowhere-to-be-found', 127],
      ['touch plain; ./plain', 126],
      ['', 0],
    ];
    for (const [command, exitCode] of ends) {
      expect(await run(command), command).toMatchObject({ exitCode, stoppedBy: null });
    }
  });

  test('is read by bash inside, whatever it says', async () => {
    expect((await run(`echo "unbalanced`)).stderr).toMatch(/unexpected EOF/);
    expect((await run(`echo one\necho two`)).stdout).toBe('one\ntwo\n');
    expect((await run(`"; rm -rf /`)).exitCode).not.toBe(0);
    expect((await run(`: ${'x'.repeat(100_000)}; echo long`)).stdout).toBe('long\n');
    expect((await run(`: ${'字'.repeat(100_000)}; echo longer`)).stdout).toBe('longer\n');
    expect(await run(`echo a\0b`)).toMatchObject({ stoppedBy: null });
  });

  test('prints bytes, which stay what they are', async () => {
    const { chunks } = await run(String.raw`printf '\xff\xfe\x00\xe2\x82'; sleep 0.1; printf '\xac'`);
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).toString('hex')).toBe('fffe00e282ac');
  });

  test('prints to two streams, in the order they come, and can open them anew', async () => {
    const { chunks } = await run(
      'echo one; sleep 0.2; echo two >/dev/stderr; sleep 0.2; echo three >/dev/stdout',
    );
    expect(chunks.map(({ stream, bytes }) => `${stream} ${Buffer.from(bytes)}`)).toEqual([
      'stdout one\n',
      'stderr two\n',
      'stdout three\n',
    ]);
  });

  test('is heard from its first byte on', async () => {
    const running = await start('echo first; until [ -e heard ]; do sleep 0.05; done; echo second');
    const texts: string[] = [];
    for await (const { bytes } of running.output) {
      texts.push(Buffer.from(bytes).toString());
      writeFiles(root, { heard: '' });
    }
    expect(texts).toEqual(['first\n', 'second\n']);
  });

  test('is held back while nobody reads', async () => {
    const running = await start('(yes | head -c 4M; echo end) && touch finished', { timeoutMs: 15_000 });
    await sleep(700);
    expect(existsSync(join(root, 'finished'))).toBe(false);
    const { stdout, exitCode } = await read(running);
    expect(exitCode).toBe(0);
    expect(stdout).toHaveLength(4 * 1024 * 1024 + 4);
    expect(stdout.endsWith('end\n')).toBe(true);
    expect(existsSync(join(root, 'finished'))).toBe(true);
  });

  test('gives all it printed to who reads late', async () => {
    const running = await start('yes | head -c 100000');
    await running.end;
    await sleep(50);
    expect((await read(running)).stdout).toHaveLength(100_000);
  });

  test('ends when it is stopped, read or not', async () => {
    const stop = new AbortController();
    const running = await start('yes', { signal: stop.signal });
    stop.abort();
    expect(await running.end).toMatchObject({ stoppedBy: 'person', exitCode: 137 });
  });

  test.each([
    ['aborted', 'person'],
    ['interrupted', 'server'],
    [deniedReason, 'policy'],
  ])('says who or what stopped it: %s', async (reason, stoppedBy) => {
    const stop = new AbortController();
    const running = await start('sleep 9999', { signal: stop.signal });
    stop.abort(reason);
    expect(await running.end).toMatchObject({ stoppedBy });
  });

  test('may empty its workspace, and no more', async () => {
    const own = tempFolder();
    writeFiles(own, { 'a/b': 'x', c: 'y' });
    await run('rm -rf /workspace/* /usr /etc 2>/dev/null; true', { root: own });
    expect(existsSync(join(own, 'a'))).toBe(false);
    expect(existsSync(own) && existsSync('/usr/bin/env')).toBe(true);
  });
});

describe('real tools work inside', () => {
  test('npm test of a package', async () => {
    const own = tempFolder();
    writeFiles(own, {
      'package.json': JSON.stringify({ name: 'tiny', scripts: { test: 'node --test' } }),
      'tiny.test.js': `require('node:test')('adds', () => require('node:assert').equal(1 + 1, 2));`,
    });
    const { stdout, stderr, exitCode } = await run('npm test', { root: own });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/pass 1/);
    expect(exitCode).toBe(0);
  });

  test('git commits, on a branch of its own', async () => {
    const own = tempFolder();
    execFileSync('/usr/bin/git', ['init', '-q', '-b', 'main', own]);
    const { stdout } = await run(
      'echo a >a; git add a; git commit -qm first; git switch -qc other; git log --format="%an %s"; git status --short',
      { root: own },
    );
    expect(stdout).toBe('agent first\n');
    expect(readFileSync(join(own, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/other\n');
  });

  test('node is the server’s own, of either kind of module', async () => {
    writeFiles(root, { 'node_modules/tiny/index.js': 'module.exports = "tiny";' });
    const run1 = await run({
      kind: 'code',
      language: 'node',
      code: 'console.log(process.version, require("tiny"))',
    });
    expect(run1.stdout).toBe(`${process.version} tiny\n`);
    const code =
      'import tiny from "tiny"; console.log(await Promise.resolve(tiny)); throw new Error("thrown")';
    const run2 = await run({ kind: 'code', language: 'node', code });
    expect(run2).toMatchObject({ stdout: 'tiny\n', exitCode: 1 });
    expect(run2.stderr).toContain('Error: thrown');
  });

  test('python finds the modules of the workspace and shows its lines', async () => {
    writeFiles(root, { 'helper.py': 'value = 42\n' });
    const result = await run({
      kind: 'code',
      language: 'python',
      code: 'import helper\nprint(helper.value)\n1 / 0\n',
    });
    expect(result).toMatchObject({ stdout: '42\n', exitCode: 1 });
    expect(result.stderr).toMatch(/1 \/ 0[\s\S]*ZeroDivisionError/);
  });
});

describe('places', () => {
  test('are two a conversation: the third waits and then runs', async () => {
    const waited: string[] = [];
    const stops = [new AbortController(), new AbortController()];
    const first = await Promise.all(stops.map(({ signal }) => start('sleep 20', { signal })));
    const third = run('echo third', { onWait: () => waited.push('third') });
    const other = await run('echo other', { conversationId: 'other' });
    expect(other.stdout).toBe('other\n');
    expect(waited).toEqual(['third']);
    stops[0]?.abort();
    expect((await third).stdout).toBe('third\n');
    stops[1]?.abort();
    for (const running of first) expect((await running.end).stoppedBy).toBe('person');
  });

  test('are not taken by who is stopped before', async () => {
    await expect(run('true', { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });
});

describe('a workspace', () => {
  test('that is gone, or a link by now, runs nothing', async () => {
    const own = tempFolder();
    const moved = join(tempFolder(), 'moved');
    renameSync(own, moved);
    await expect(run('true', { root: own })).rejects.toMatchObject({ code: 'unavailable' });
    symlinkSync('/etc', own);
    await expect(run('true', { root: own })).rejects.toMatchObject({ code: 'unavailable' });
    renameSync(moved, `${own}-back`);
  });

  test('with a secret that cannot be hidden runs nothing', async () => {
    const own = tempFolder();
    const unnameable = Buffer.concat([Buffer.from(`${own}/`), Buffer.from([0xff])]);
    mkdirSync(unnameable);
    execFileSync('/bin/bash', ['-c', `cd '${own}' && echo x >$'\\xff/.env'`]);
    await expect(run('true', { root: own })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('commands that are not on', () => {
  test('say why', async () => {
    const off = createCommands({ mode: 'off' });
    expect(off.status().mode).toBe('off');
    expect(await off.check()).toEqual({
      mode: 'off',
      reason: 'Commands are off (VITRINE_EXEC=off).',
      memory: null,
      memoryReason: null,
    });
    const request = { root, conversationId: 'c', timeoutMs: 1000, signal: new AbortController().signal };
    const program = { kind: 'shell', command: 'true' } as const;
    await expect(off.run({ ...request, program })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Commands are off (VITRINE_EXEC=off).',
    });
    await off.close();
  });
});

describe('with all rights of the server', () => {
  const host = createCommands({ mode: 'unsafe-host', limits: smallLimits });
  afterAll(() => host.close());
  const onHost = async (program: CommandProgram, timeoutMs = 10_000) =>
    read(
      await host.run({
        root,
        conversationId: 'c',
        program,
        timeoutMs,
        signal: new AbortController().signal,
      }),
    );
  const shell = (command: string): CommandProgram => ({ kind: 'shell', command });

  test('commands run in the workspace, without the environment of the server', async () => {
    process.env.VITRINE_TEST_SECRET = 'canary';
    expect(await host.check()).toMatchObject({ mode: 'unsafe-host', reason: null });
    const { stdout } = await onHost(shell('pwd; env'));
    delete process.env.VITRINE_TEST_SECRET;
    expect(stdout.split('\n')[0]).toBe(root);
    expect(stdout).not.toContain('canary');
    expect(stdout).toContain('HOME=');
    const code = { kind: 'code', language: 'python', code: 'import helper; print(helper.value)' } as const;
    expect((await onHost(code)).stdout).toBe('42\n');
    const node = { kind: 'code', language: 'node', code: 'console.log(process.version)' } as const;
    expect((await onHost(node)).stdout).toBe(`${process.version}\n`);
  });

  test('commands end with their time, and with all they started in their group', async () => {
    const marker = `stray-${process.pid}`;
    const { stoppedBy } = await onHost(shell(`bash -c 'exec -a ${marker} sleep 60' & sleep 60`), 300);
    expect(stoppedBy).toBe('timeout');
    const ended = await onHost(shell(`bash -c 'exec -a ${marker} sleep 60' >/dev/null 2>&1 & sleep 0.2`));
    expect(ended.stoppedBy).toBeNull();
    await sleep(200);
    const { stdout } = await onHost(shell(`pgrep -f '${marker.replace('-', '[-]')}' | wc -l`));
    expect(stdout.trim()).toBe('0');
  });

  test('commands are held to the same bounds', async () => {
    expect((await onHost(shell('yes'))).stoppedBy).toBe('output');
    const code = 'import time\nheld = bytearray(b"x" * (400 << 20))\ntime.sleep(8)';
    expect((await onHost({ kind: 'code', language: 'python', code })).stoppedBy).toBe('memory');
  });
});
