import { chmodSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Commands } from '#lib/workspace/commands.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { tempFolder } from '../support/temp-folder.ts';

const created: Commands[] = [];
afterAll(async () => {
  for (const commands of created) await commands.close();
});
const at = (bwrapPath: string, mode: 'auto' | 'bwrap' = 'auto') => {
  const commands = createCommands({ mode, bwrapPath });
  created.push(commands);
  return commands;
};
/** A program in the place of bubblewrap. */
function fake(script: string): string {
  const path = join(tempFolder(), 'bwrap');
  writeFileSync(path, `#!/bin/bash\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}
const runIn = (commands: Commands, root = tempFolder()) =>
  commands.run({
    root,
    conversationId: 'c',
    program: { kind: 'shell', command: 'touch ran' },
    timeoutMs: 5_000,
    signal: new AbortController().signal,
  });

describe('without a sandbox that holds', () => {
  test('commands are off where bubblewrap is missing, and the reason says what to install', async () => {
    for (const mode of ['auto', 'bwrap'] as const) {
      const commands = at('/nowhere/bwrap', mode);
      const reason =
        'Commands are off: bubblewrap is not installed. Install it (Debian: apt install bubblewrap) and start again.';
      expect(await commands.check()).toEqual({ mode: 'off', reason, memory: null, memoryReason: null });
      await expect(runIn(commands)).rejects.toMatchObject({ code: 'unavailable', message: reason });
      await expect(
        commands.openTerminal({
          root: tempFolder(),
          conversationId: 'c',
          command: 'true',
          columns: 80,
          rows: 24,
          timeoutMs: 1_000,
          signal: new AbortController().signal,
        }),
      ).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  test('commands are off where namespaces are refused, and the reason says what to allow', async () => {
    const refused = fake('echo "bwrap: No permissions to create new namespace" >&2; exit 1');
    const { mode, reason } = await at(refused).check();
    expect(mode).toBe('off');
    expect(reason).toMatch(/does not allow the namespaces .* start/);
    const old = fake('echo "bwrap: Unknown option --disable-userns" >&2; exit 1');
    expect((await at(old).check()).reason).toMatch(/too old\. Install version 0\.8/);
    const broken = fake('echo "bwrap: strange" >&2; exit 1');
    expect((await at(broken).check()).reason).toMatch(/could not be started \(bwrap: strange\)/);
  });

  test('commands are off where a program could get out, and the reason names how', async () => {
    // Runs what it is given without confining it.
    const porous = fake('while [[ $1 != /usr/bin/prlimit ]]; do shift; done; cd /tmp; exec "$@"');
    const { mode, reason } = await at(porous).check();
    expect(mode).toBe('off');
    expect(reason).toBe(
      'Commands are off: the sandbox is not safe on this system. A program inside it sees files outside of the workspace.',
    );
    const networked = fake('first=$1; shift; exec /usr/bin/bwrap $first --share-net "$@"');
    expect((await at(networked).check()).reason).toMatch(/reaches the network/);
  });

  test('no command runs when bubblewrap is taken away, and the status says so', async () => {
    const path = join(tempFolder(), 'bwrap');
    symlinkSync('/usr/bin/bwrap', path);
    const commands = at(path);
    expect((await commands.check()).mode).toBe('bwrap');
    expect((await (await runIn(commands)).end).exitCode).toBe(0);
    rmSync(path);
    await expect(runIn(commands)).rejects.toMatchObject({ code: 'unavailable' });
    expect(commands.status()).toMatchObject({
      mode: 'off',
      reason: expect.stringContaining('not installed'),
    });
    expect(await commands.check()).toEqual(commands.status());
  });

  test('commands run on where the system tidied up what sandboxes are built from', async () => {
    // Other tests make such folders at the same time.
    vi.stubEnv('TMPDIR', tempFolder());
    const foldersNow = () => readdirSync(tmpdir()).filter((name) => name.startsWith('vitrine-sandbox-'));
    const before = new Set(foldersNow());
    const commands = at('/usr/bin/bwrap');
    await commands.check();
    const created = foldersNow().filter((name) => !before.has(name));
    expect(created).toHaveLength(1);
    for (const name of created) rmSync(join(tmpdir(), name), { recursive: true });
    const both = await Promise.all([runIn(commands), runIn(commands)]);
    expect(await Promise.all(both.map(async ({ end }) => (await end).exitCode))).toEqual([0, 0]);
    // One new folder for both, not one each.
    expect(foldersNow().filter((name) => !before.has(name))).toHaveLength(1);
  });
});
