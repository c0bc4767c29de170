import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { startVitrine } from '../support/vitrine-server.ts';

/** A machine of its own, as root sees it: without bubblewrap, and with another `apt-get`. Nothing of it is left behind. */
function machineWithout(installer: string): readonly string[] {
  const path = join(tempFolder(), 'apt-get');
  writeFileSync(path, `#!/bin/sh\n${installer}\n`);
  chmodSync(path, 0o755);
  const hide = 'mount --bind /dev/null /usr/bin/bwrap && mount --bind "$0" /usr/bin/apt-get && exec "$@"';
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', hide, path];
}

const start = async (installer: string, environment: Record<string, string> = {}) => {
  const server = await startVitrine({ startedBy: machineWithout(installer), environment });
  const { status, commands } = await (await server.request('/api/health')).json();
  await server.end();
  return { output: server.output(), status, commands };
};

const noNetwork = 'echo "E: Unable to fetch some archives" >&2; exit 100';

test('a start that cannot install bubblewrap says so and goes on without commands', async () => {
  const { output, status, commands } = await start(noNetwork);
  expect(output).toContain(
    'bubblewrap could not be installed (E: Unable to fetch some archives). Vitrine starts without commands. ' +
      'To have them, run: apt-get update && apt-get install -y --no-install-recommends bubblewrap\n',
  );
  expect(status).toBe('degraded');
  expect(commands).toMatchObject({
    mode: 'off',
    reason: expect.stringContaining('bubblewrap is not installed'),
  });
});

test('a start installs bubblewrap where nobody has to be asked, and says so', async () => {
  const { output } = await start('case "$1" in install) umount /usr/bin/bwrap;; esac');
  expect(output).toMatch(/^Installing bubblewrap .*\nInstalled bubblewrap\.\n/);
});

test('VITRINE_EXEC=off installs nothing', async () => {
  const { output, commands } = await start(noNetwork, { VITRINE_EXEC: 'off' });
  expect(output).not.toContain('bubblewrap');
  expect(commands.mode).toBe('off');
});
