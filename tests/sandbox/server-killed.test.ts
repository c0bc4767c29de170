import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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
    const helpers = childrenOf(server.pid ?? 0);
    expect(helpers.length).toBeGreaterThanOrEqual(5);
    server.kill('SIGKILL');
    await once(server, 'exit');
    for (let tries = 0; tries < 100 && processesNaming(marker).length > 0; tries++) await sleep(50);
    expect(processesNaming(marker)).toEqual([]);
    // Two networks, and the proxy.
    for (let tries = 0; tries < 100 && helpers.some(isThere); tries++) await sleep(50);
    expect(helpers.filter(isThere)).toEqual([]);
  } finally {
    server.kill('SIGKILL');
  }
});

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** Not a process that only waits to be reaped. */
function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
