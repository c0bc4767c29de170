import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { processesNaming } from './escape-bench.ts';

test('commands, their daemons and terminals die with a server that is killed', async () => {
  const marker = `orphan-${process.pid}`;
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, 'server-driver.ts'), tempFolder(), marker],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: tempFolder() },
    },
  );
  try {
    await once(server.stdout, 'data');
    // The server itself, and two in each sandbox with what is around them.
    for (let tries = 0; tries < 100 && processesNaming(marker).length < 8; tries++) await sleep(50);
    expect(processesNaming(marker).length).toBeGreaterThanOrEqual(5);
    server.kill('SIGKILL');
    await once(server, 'exit');
    for (let tries = 0; tries < 100 && processesNaming(marker).length > 0; tries++) await sleep(50);
    expect(processesNaming(marker)).toEqual([]);
  } finally {
    server.kill('SIGKILL');
  }
});
