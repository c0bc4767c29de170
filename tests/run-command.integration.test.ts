import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { tempFolder, writeFiles } from './support/temp-folder.ts';

const program = join(import.meta.dirname, '..', 'scripts', 'vitrine.mjs');

interface Ended {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A machine of its own: nothing of this one's settings, and a folder for what stays on it. */
function machine(environment: Record<string, string> = {}) {
  const folder = tempFolder();
  const env = {
    NODE_ENV: 'test' as const,
    PATH: process.env.PATH,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: folder,
  };
  const vitrine = (...words: string[]) => {
    const child = spawn(process.execPath, [program, ...words], {
      cwd: folder,
      env: { ...env, ...environment },
    });
    const ended: Ended = { exitCode: null, signal: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (ended.stdout += chunk));
    child.stderr.on('data', (chunk) => (ended.stderr += chunk));
    const end = new Promise<Ended>((resolve) => {
      child.once('close', (exitCode, signal) => resolve({ ...ended, exitCode, signal }));
    });
    return { child, end };
  };
  const outputs = join(folder, 'state', 'vitrine', 'outputs');
  return {
    folder,
    vitrine(...words: string[]) {
      const { child, end } = vitrine(...words);
      child.stdin.end();
      return end;
    },
    start: vitrine,
    outputs: () => (existsSync(outputs) ? readdirSync(outputs).map((name) => join(outputs, name)) : []),
  };
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
}

test('what a command prints passes through as it is, and its exit code too', async () => {
  const { vitrine, outputs } = machine();
  const ended = await vitrine(
    'run',
    '--',
    'sh',
    '-c',
    'echo out; echo err >&2; printf "\\033[31mred"; exit 7',
  );
  expect(ended).toMatchObject({ exitCode: 7, stdout: 'out\n\u001b[31mred' });
  expect(ended.stderr).toMatch(/^err\nvitrine: all of it: vitrine recall art_[a-z2-7]{26} /);
  const [path = ''] = outputs();
  expect(readFileSync(path, 'utf8')).toContain('err');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('with --view only the view is printed, and recall reads the rest of it', async () => {
  const { folder, vitrine } = machine();
  writeFiles(folder, {
    'sum.test.mjs': `import test from 'node:test';
import assert from 'node:assert';
for (let at = 0; at < 200; at += 1) test('case ' + at, () => assert.notEqual(at, 137));\n`,
  });
  const { stdout, stderr, exitCode } = await vitrine('run', '--view', '--', 'node', '--test', 'sum.test.mjs');
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout).toContain('1 failed, 199 passed');
  expect(stdout).toContain('case 137');
  expect(stdout).not.toContain('case 90');
  const [, id = ''] = /vitrine recall (art_\w+)/.exec(stdout) ?? [];
  expect((await vitrine('recall', id, '--query', 'case 90')).stdout).toContain('case 90');
  expect((await vitrine('recall', id, '--lines', '1-2')).stdout).toMatch(/case 0/);
  const neither = await vitrine('recall', id);
  expect([neither.exitCode, neither.stderr]).toEqual([
    1,
    expect.stringContaining('Give one of lines, query'),
  ]);
  const unknown = await vitrine('recall', 'art_none', '--lines', '1');
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('No server is named')]);
});

test('a command that dies by a signal ends this one with it, and what it printed is there', async () => {
  const { vitrine, outputs } = machine();
  const ended = await vitrine('run', '--', 'sh', '-c', 'echo last words; kill -TERM $$');
  expect(ended).toMatchObject({ exitCode: null, signal: 'SIGTERM', stdout: 'last words\n' });
  expect(readFileSync(outputs()[0] ?? '', 'utf8')).toBe('last words\n');
});

test('a signal to this program reaches the command, which decides what becomes of it', async () => {
  const { start } = machine();
  const { child, end } = start(
    'run',
    '--',
    'sh',
    '-c',
    'trap "echo caught; exit 3" TERM; echo ready; sleep 5 & wait',
  );
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  child.kill('SIGTERM');
  expect(await end).toMatchObject({ exitCode: 3, stdout: 'ready\ncaught\n' });
});

test('a command that is not there ends as a shell ends it', async () => {
  const { vitrine } = machine();
  const missing = await vitrine('run', '--', 'no-such-command');
  expect(missing).toMatchObject({
    exitCode: 127,
    stderr: expect.stringMatching(/^no-such-command: command not found/),
  });
  expect(await vitrine('run')).toMatchObject({ exitCode: 2, stdout: expect.stringContaining('vitrine run') });
});

test('a command in a terminal has one, with its size', async () => {
  const { folder } = machine();
  const words = `${process.execPath} ${program} run -- sh -c 'test -t 0 && test -t 1 && stty size'`;
  const child = spawn('script', ['-qec', `stty cols 91 rows 33; ${words}`, '/dev/null'], {
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      XDG_STATE_HOME: folder,
      XDG_CONFIG_HOME: folder,
      TERM: 'xterm',
    },
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  expect([exitCode, printed]).toEqual([0, expect.stringContaining('33 91')]);
});

test('a flood passes whole, and as much of it is stored as an artifact may have', async () => {
  const { folder, outputs } = machine();
  const byteLength = limits.artifactBytes + 20_000_000;
  const child = spawn(process.execPath, [program, 'run', '--', 'head', '-c', `${byteLength}`, '/dev/zero'], {
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let passed = 0;
  let noted = '';
  child.stderr.on('data', (chunk) => (noted += chunk));
  for await (const chunk of child.stdout) passed += chunk.length;
  await new Promise((resolve) => (child.exitCode === null ? child.once('close', resolve) : resolve(null)));
  expect(passed).toBe(byteLength);
  expect(statSync(outputs()[0] ?? '').size).toBe(limits.artifactBytes);
  expect(noted).toContain('vitrine: the first 128 MB of 147 MB: vitrine recall art_');
});

test('a reader that is slow gets all of it, to the end', async () => {
  const { folder, outputs } = machine();
  const child = spawn(process.execPath, [program, 'run', '--', 'seq', '1', '60000'], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, XDG_STATE_HOME: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    // Longer than what a program leaves behind is waited for, now and then.
    if (printed.length < 200_000) await new Promise((resolve) => setTimeout(resolve, 700));
  }
  expect(printed.endsWith('\n59999\n60000\n')).toBe(true);
  expect(readFileSync(outputs()[0] ?? '', 'utf8')).toBe(printed);
});

test('a command whose output cannot be stored runs all the same', async () => {
  const { folder, vitrine } = machine({ XDG_STATE_HOME: '/dev/null' });
  writeFiles(folder, { 'a.txt': 'a heron\n' });
  const ended = await vitrine('run', '--view', '--', 'cat', 'a.txt');
  expect(ended).toMatchObject({ exitCode: 0, stdout: 'a heron\n' });
  expect(ended.stderr).toContain('the output cannot be stored');
});

test.each([
  ['is not there', 'http://127.0.0.1:9', 'cannot be reached'],
  ['has no address', 'nowhere', 'is not the address of a server'],
])('a server that %s loses no output', async (_, url, reason) => {
  const { vitrine, outputs } = machine({ VITRINE_URL: url });
  const ended = await vitrine('run', '--', 'echo', 'kept');
  expect(ended.stdout).toBe('kept\n');
  expect(ended.stderr).toContain(reason);
  expect(outputs().map((path) => readFileSync(path, 'utf8'))).toEqual(['kept\n']);
});

test('nor does one that goes half-way, or refuses', async () => {
  const breaking = await serve((request) => request.socket.destroy());
  const refusing = await serve((_, response) => {
    response.writeHead(401, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: 'This API token is unknown', code: 'signed_out' }));
  });
  for (const [url, reason] of [
    [breaking, 'cannot be reached'],
    [refusing, 'This API token is unknown'],
  ] as const) {
    const { vitrine, outputs } = machine({ VITRINE_URL: url, VITRINE_TOKEN: 'vtk_x' });
    const ended = await vitrine('run', '--view', '--', 'echo', 'kept');
    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('kept') });
    expect(ended.stderr).toContain(`${reason}`);
    expect(outputs()).toHaveLength(1);
  }
});

test('login remembers a server and a token that it accepts, for this user alone', async () => {
  const url = await serve((request, response) => {
    response.writeHead(request.headers.authorization === 'Bearer vtk_good' ? 403 : 401).end();
  });
  const login = async (token: string) => {
    const { folder, start } = machine();
    const { child, end } = start('login', `${url}/some/path`);
    child.stdin.end(token);
    return { folder, ended: await end };
  };
  const refused = await login('vtk_bad');
  expect(refused.ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('does not accept') });
  const { folder, ended } = await login('vtk_good\n');
  expect(ended).toMatchObject({ exitCode: 0, stdout: `Remembered ${url}.\n` });
  const path = join(folder, 'vitrine', 'credentials.json');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ url, token: 'vtk_good' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

describe('the hook of an agent', () => {
  /** What these agents send before a call of their shell, as their references have it. */
  const calls = {
    claude: { session_id: 'a', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 'toolu_1' },
    gemini: {
      session_id: 'a',
      hook_event_name: 'BeforeTool',
      tool_name: 'run_shell_command',
      timestamp: 'x',
    },
  } as const;
  const hook = async (agent: keyof typeof calls, input: object, ...words: string[]) => {
    const { folder, start } = machine();
    const { child, end } = start('hook', agent, ...words);
    child.stdin.end(JSON.stringify({ ...calls[agent], cwd: folder, tool_input: input }));
    const { stdout, exitCode } = await end;
    expect(exitCode).toBe(0);
    return JSON.parse(stdout);
  };

  test.each([
    ['claude', 'updatedInput'],
    ['gemini', 'tool_input'],
  ] as const)('of %s runs tests by way of this program, and changes nothing else', async (agent, field) => {
    const { hookSpecificOutput } = await hook(agent, { command: 'npm test -- --grep "it\'s"', timeout: 5 });
    expect(hookSpecificOutput[field]).toEqual({
      command: `npx --no-install vitrine run --view -c 'npm test -- --grep "it'\\''s"'`,
      timeout: 5,
    });
    // Whether it may run is not said.
    expect(Object.keys(hookSpecificOutput).sort()).toEqual(['hookEventName', field].sort());
    expect(await hook(agent, { command: 'cat notes.md' })).toEqual({});
    expect(await hook(agent, { command: 'npx vitrine run --view -c "npm test"' })).toEqual({});
    const chosen = await hook(agent, { command: 'cat notes.md' }, '--match', 'cat ');
    expect(chosen).toHaveProperty('hookSpecificOutput');
  });

  test('lets through what it does not understand', async () => {
    const { start } = machine();
    const edit = JSON.stringify({ tool_name: 'Edit', tool_input: { command: 'npm test' } });
    for (const input of ['', '{', '[]', '{"tool_name":"Bash"}', edit]) {
      const { child, end } = start('hook', 'claude');
      child.stdin.end(input);
      expect(await end).toMatchObject({ exitCode: 0, stdout: '{}\n' });
    }
  });

  test('gives an agent a command for a shell', async () => {
    const { folder, vitrine } = machine();
    writeFiles(folder, { 'a b.txt': 'a heron\n' });
    const ended = await vitrine('run', '--view', '-c', "cat 'a b.txt' && exit 4");
    expect(ended).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('a heron') });
  });
});
