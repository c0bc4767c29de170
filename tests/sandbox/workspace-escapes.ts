import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { createFileSecretNames } from '#lib/workspace/secret-names.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { canary, type EscapeBench } from './escape-bench.ts';

async function waitFor(path: string): Promise<void> {
  for (let tries = 0; tries < 1_000 && !existsSync(path); tries++) await sleep(20);
  assert.ok(existsSync(path), `${path} did not come`);
}

function put(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A setting that runs a program whenever git looks at the working tree. */
const planted = `printf '[core]\\nfsmonitor = touch /tmp/pwned;echo\\n'`;

/** Exchanges two folders as fast as it can, until it is stopped. */
const exchanging = (a: string, b: string) => `python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None)
open('exchanging', 'w')
while True:
    libc.renameat2(-100, b'${a}', -100, b'${b}', 2)
END`;

/** What a command could reach through the names in its workspace. */
export const workspaceEscapes: Record<string, (bench: EscapeBench) => Promise<void>> = {
  'a `.git` that is made and exchanged for a link leads the server nowhere': async (bench) => {
    const root = bench.newWorkspace();
    const victim = join(bench.serverFolder, '..', 'victim');
    put(victim, { config: 'mine', commondir: 'mine', 'hooks/x': 'mine', 'modules/x': 'mine' });
    const first = bench.run(
      `mkdir .git; (cd .git && for name in config hooks modules commondir config.worktree; do ln -s /planted $name; done)
       touch ready; until [ -e go ]; do sleep 0.02; done
       mv .git old; ln -sT ${victim} .git; touch done; until [ -e end ]; do sleep 0.02; done`,
      { root },
    );
    await waitFor(join(root, 'ready'));
    await bench.run('touch go; until [ -e done ]; do sleep 0.02; done', { root });
    await bench.run('touch end', { root });
    await first;
    assert.deepEqual(readdirSync(victim).toSorted(), ['commondir', 'config', 'hooks', 'modules']);
    assert.equal(readFileSync(join(victim, 'config'), 'utf8'), 'mine');
    assert.equal(readFileSync(join(victim, 'commondir'), 'utf8'), 'mine');
  },

  'no repository that was there can be made to run something, at any depth': async (bench) => {
    const root = bench.newWorkspace();
    const nested = join(root, 'packages', 'nested');
    mkdirSync(nested, { recursive: true });
    for (const folder of [root, nested]) execFileSync('/usr/bin/git', ['init', '-q', folder]);
    const { stdout } = await bench.run(
      `for git in .git packages/nested/.git; do
         for name in config commondir config.worktree hooks/x modules/x; do
           ${planted} >$git/$name && echo OPEN $git/$name; done; done 2>/dev/null
       perl -e 'rename("packages", "x") && print "OPEN\\n"'; echo tried`,
      { root },
    );
    assert.equal(stdout, 'tried\n');
  },

  'sockets that lie in the workspace cannot be connected to': async (bench) => {
    const root = bench.newWorkspace();
    execFileSync('/usr/bin/git', ['init', '-q', root]);
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => {}).end(canary);
    });
    await new Promise<void>((resolve) => server.listen(join(root, 'own.sock'), resolve));
    const { stdout } = await bench.run(
      `python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.connect("own.sock"); print("OPEN", s.recv(99))'
       git status --short; echo tried`,
      { root },
    );
    await new Promise((resolve) => server.close(resolve));
    assert.equal(stdout, 'tried\n');
    assert.equal(connections, 0);
  },

  'files that hold secrets are hidden by their names, and by names that a setting adds': async (bench) => {
    const root = bench.newWorkspace();
    const names = ['.env~', '.envrc', 'deep/production.env', '.npmrc', '.netrc', '.ssh/id_rsa', 'id_ed25519'];
    put(root, Object.fromEntries([...names, 'vault.pem'].map((name) => [name, canary])));
    const rules = { secretNames: createFileSecretNames(['*.pem']), configFile: null };
    const commands = createCommands({ mode: 'bwrap', rules });
    const { stdout } = await bench.run('grep -rl canary . ; cat .npmrc vault.pem; echo tried', {
      root,
      commands,
    });
    await commands.close();
    assert.equal(stdout, 'tried\n');
    const workspace = openWorkspace(root, 'x', rules);
    for (const name of [...names, 'vault.pem']) await assert.rejects(workspace.openFile(name));
  },

  'the config file of the server is neither written nor made': async (bench) => {
    const root = bench.newWorkspace();
    put(root, { 'there/vitrine.config.json': '{}' });
    const configFile = join(root, 'vitrine.config.json');
    const rules = { secretNames: createFileSecretNames(), configFile };
    const commands = createCommands({ mode: 'bwrap', rules });
    const { stdout } = await bench.run(
      `for path in vitrine.config.json there/vitrine.config.json; do
         echo '{"x": 1}' >$path && echo OPEN; rm -rf $path && echo OPEN; ln -sfn /x $path/x && echo OPEN; done 2>/dev/null
       perl -e 'rename("there", "x") && print "OPEN\\n"'; echo tried`,
      { root, commands },
    );
    await commands.close();
    assert.equal(stdout, 'tried\n');
    assert.equal(readFileSync(join(root, 'there', 'vitrine.config.json'), 'utf8'), '{}');
    assert.ok(!existsSync(configFile));
  },

  'folders that a command of another server exchanges meanwhile show no secret': async (bench) => {
    const root = bench.newWorkspace();
    put(root, { 'a/.env': canary, 'b/.env': canary });
    const stop = new AbortController();
    const other = createCommands({ mode: 'bwrap' });
    const moving = bench.run(exchanging('a', 'b'), { root, commands: other, signal: stop.signal });
    await waitFor(join(root, 'exchanging'));
    for (let times = 0; times < 40; times++) {
      const { stdout } = await bench.run('for i in 1 2 3 4 5 6 7 8; do cat a/.env b/.env; done 2>/dev/null', {
        root,
      });
      assert.equal(stdout, '');
    }
    stop.abort();
    await moving;
    await other.close();
  },
};
