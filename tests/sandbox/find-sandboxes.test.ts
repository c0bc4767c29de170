import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { findSandboxes } from '#lib/workspace/sandbox/find-sandboxes.ts';
import { until } from '../support/conversations.ts';

test('finds a sandbox whose workspace lies at /workspace outside too', async () => {
  const words = ['--chdir', '/', '--bind', '/workspace', '/workspace', '--chdir', '/workspace'];
  const child = spawn('/bin/bash', ['-c', 'read', 'sandbox', ...words], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  try {
    await until('the process', async () => (await findSandboxes('/workspace')).includes(child.pid ?? 0));
    expect(await findSandboxes('/workspace/inner')).toContain(child.pid);
    expect(await findSandboxes('/workspaces')).not.toContain(child.pid);
  } finally {
    child.kill();
  }
});
