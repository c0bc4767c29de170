import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createByteLines } from '#lib/workspace/byte-lines.ts';
import type { SandboxedLinesRequest } from '#lib/workspace/commands.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { smallLimits } from './escape-bench.ts';

const commands = createCommands({ mode: 'auto', limits: { ...smallLimits, commandMemoryBytes: 2 ** 31 } });
afterAll(() => commands.close());
beforeAll(async () => {
  expect(await commands.check()).toMatchObject({ mode: 'bwrap', reason: null });
});

const root = tempFolder();
const elsewhere = tempFolder();
writeFiles(root, { 'note.txt': 'from the workspace', '.env': 'SECRET=1' });
writeFiles(elsewhere, {
  'package.json': '{"type": "module"}',
  'beside.mjs': 'export const beside = "a module beside it";',
  'main.mjs': 'import { beside } from "./beside.mjs"; console.log(beside);',
});

const request = (args: readonly string[], change: Partial<SandboxedLinesRequest> = {}) => ({
  root,
  command: 'node',
  path: '',
  args,
  environment: {},
  hasNetwork: false,
  cacheFolder: join(tempFolder(), 'cache'),
  closedPaths: [],
  takeOutput: () => true,
  signal: new AbortController().signal,
  ...change,
});
function linesInto(found: string[]): Pick<SandboxedLinesRequest, 'takeOutput'> {
  const lines = createByteLines(1_000_000);
  return {
    takeOutput(bytes) {
      found.push(...lines.push(bytes));
      return true;
    },
  };
}
/** Everything that a program printed, and how it ended. */
async function run(args: readonly string[], change: Partial<SandboxedLinesRequest> = {}) {
  const lines: string[] = [];
  const program = await commands.startLines(request(args, { ...linesInto(lines), ...change }));
  const end = await program.end;
  return { lines, end, errors: program.lastLines() };
}
const script = (code: string) => ['-e', code];
const reads = (path: string) =>
  script(
    `try { console.log(fs.readFileSync(${JSON.stringify(path)}, 'utf8')) } catch (e) { console.log(e.code) }`,
  );

describe('a program that others wrote', () => {
  test('is spoken to by lines until it is stopped', async () => {
    const lines: string[] = [];
    const echo = `require('readline').createInterface(process.stdin).on('line', (l) => console.log('heard ' + l))`;
    const program = await commands.startLines(request(script(echo), linesInto(lines)));
    for (const word of ['one', 'two']) await program.write(word);
    await expect.poll(() => lines, { timeout: 20_000 }).toEqual(['heard one', 'heard two']);
    program.stop();
    expect(await program.end).toBe('signal SIGKILL');
  });

  test('finds the workspace at its own path too, and may write there; secrets are hidden at both', async () => {
    expect((await run(reads(join(root, 'note.txt')))).lines).toEqual(['from the workspace']);
    for (const folder of [root, '/workspace']) {
      expect((await run(reads(`${folder}/.env`))).lines, folder).toEqual(['']);
    }
    await run(script(`fs.writeFileSync(${JSON.stringify(join(root, 'made.txt'))}, 'made')`));
    expect(readFileSync(join(root, 'made.txt'), 'utf8')).toBe('made');
  });

  test('reads the package of its script, and may not change it; of the rest of this machine it reads nothing', async () => {
    const main = join(elsewhere, 'main.mjs');
    expect((await run([main])).lines).toEqual(['a module beside it']);
    const kept = join(tempFolder(), 'kept.txt');
    writeFileSync(kept, 'not for programs');
    expect((await run(reads(kept))).lines).toEqual(['ENOENT']);
    const changing = `fs.writeFileSync(${JSON.stringify(join(elsewhere, 'beside.mjs'))}, '')`;
    const { errors } = await run([...script(changing), main]);
    expect(errors.join('\n')).toContain('EROFS');
  });

  test('does not read what the server keeps, though it lies in the folder of its package', async () => {
    const folder = tempFolder();
    writeFiles(folder, {
      'package.json': '{}',
      'alone.cjs': `console.log(require('fs').existsSync('${folder}/data/key'), __filename)`,
      'data/key': 'key of the server',
    });
    const file = join(folder, 'alone.cjs');
    expect((await run([file], { closedPaths: [join(folder, 'data')] })).lines).toEqual([`false ${file}`]);
    expect((await run([file])).lines).toEqual([`true ${file}`]);
  });

  test('is not led out of the workspace by a link that an agent left for its arguments', async () => {
    const kept = tempFolder();
    writeFiles(kept, { 'package.json': '{}', 'app.db': 'of somebody else', '.env': 'KEY=1' });
    const link = join(root, 'app.db');
    symlinkSync(join(kept, 'app.db'), link);
    const reading = `for (const path of process.argv.slice(1)) try { console.log(fs.readFileSync(path, 'utf8')) } catch (e) { console.log(e.code) }`;
    const around = `${root}/inside/../app.db`;
    mkdirSync(join(root, 'inside'));
    expect((await run([...script(reading), link, around])).lines).toEqual(['ENOENT', 'ENOENT']);
    // Nor where the workspace is named in another way.
    const alias = join(tempFolder(), 'alias');
    symlinkSync(root, alias);
    symlinkSync(kept, join(root, 'out'));
    expect((await run([...script(reading), join(alias, 'out', 'app.db')])).lines).toEqual(['ENOENT']);
    const program = { command: join(alias, 'out', 'program') };
    writeFileSync(join(kept, 'program'), '#!/bin/sh\n', { mode: 0o755 });
    await expect(commands.startLines(request([], program))).rejects.toThrow('lies in a workspace');
    // Named by the operator, it is read; in a folder that is closed it is not.
    const named = join(kept, 'app.db');
    expect((await run([...script(reading), named])).lines).toEqual(['of somebody else']);
    expect((await run([...script(reading), named], { closedPaths: [kept] })).lines).toEqual(['ENOENT']);
  });

  test('may be a link to a program of the system, as in an environment of Python', async () => {
    const folder = tempFolder();
    writeFiles(folder, { 'venv/pyvenv.cfg': 'home = /usr/bin', 'venv/lib/module.txt': 'installed' });
    mkdirSync(join(folder, 'venv/bin'));
    const command = join(folder, 'venv/bin/bash');
    symlinkSync('/usr/bin/bash', command);
    const printed = await run(['-c', `echo "$0" "$(cat ${folder}/venv/lib/module.txt)"`], { command });
    expect(printed.lines).toEqual([`${command} installed`]);
  });

  test('starts outside of the workspace, and with no environment but its own', async () => {
    const printed = await run(script('console.log(process.cwd(), process.env.TOKEN, process.env.HOME)'), {
      environment: { TOKEN: 'its own' },
    });
    expect(printed.lines).toEqual(['/tmp its own /tmp']);
  });

  test('is known to see what was hidden from it, once somebody has replaced it from outside', async () => {
    const own = tempFolder();
    writeFiles(own, { '.env': 'KEY=old', 'other.txt': '' });
    const lines: string[] = [];
    const waiting = script('setInterval(() => {}, 1000)');
    const program = await commands.startLines(request(waiting, { root: own, ...linesInto(lines) }));
    writeFiles(own, { 'other.txt': 'changed' });
    expect(await program.hasLostCover()).toBe(false);
    // As editors save a file.
    writeFiles(own, { '.env.new': 'KEY=new' });
    renameSync(join(own, '.env.new'), join(own, '.env'));
    expect(await program.hasLostCover()).toBe(true);
    program.stop();
    await program.end;
  });

  test('keeps its cache from one start to the next', async () => {
    const cacheFolder = join(tempFolder(), 'cache');
    const writing = script(`fs.writeFileSync(process.env.XDG_CACHE_HOME + '/kept', 'still here')`);
    expect((await run(writing, { cacheFolder })).end).toBe('exit 0');
    const reading = script(`console.log(fs.readFileSync(process.env.XDG_CACHE_HOME + '/kept', 'utf8'))`);
    expect((await run(reading, { cacheFolder })).lines).toEqual(['still here']);
  });

  test('has the network only where it was given', async () => {
    const server = createServer((_request, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const asking = script(
      `fetch('http://127.0.0.1:${port}').then((r) => r.text(), (e) => e.cause.code).then((t) => console.log(t))`,
    );
    expect((await run(asking)).lines).toEqual(['ECONNREFUSED']);
    expect((await run(asking, { hasNetwork: true })).lines).toEqual(['reached']);
    server.close();
  });

  test('ends with the server', async () => {
    const own = createCommands({ mode: 'auto', limits: smallLimits });
    const program = await own.startLines(request(script('setInterval(() => {}, 1000)')));
    await own.close();
    expect(await program.end).toBe('signal SIGKILL');
  });
});

describe('no program starts', () => {
  test('that lies in the workspace, where commands could change it, also behind a link', async () => {
    mkdirSync(join(root, 'bin'));
    writeFileSync(join(root, 'bin', 'planted'), '#!/bin/sh\ntouch planted\n', { mode: 0o755 });
    const link = join(tempFolder(), 'link');
    symlinkSync(join(root, 'bin', 'planted'), link);
    for (const command of [join(root, 'bin', 'planted'), link]) {
      await expect(commands.startLines(request([], { command })), command).rejects.toThrow(
        'lies in a workspace',
      );
    }
    expect(existsSync(join(root, 'planted'))).toBe(false);
  });

  test('that is not found, or is named by a path that is not absolute', async () => {
    for (const command of ['no-such-program', './bin/planted', '/etc/passwd']) {
      await expect(commands.startLines(request([], { command })), command).rejects.toThrow('is not found');
    }
  });

  test('where there is no sandbox', async () => {
    for (const mode of ['off', 'unsafe-host'] as const) {
      const without = createCommands({ mode });
      await expect(without.startLines(request(script(''))), mode).rejects.toThrow(/sandbox|VITRINE_EXEC/);
      await without.close();
    }
  });
});
