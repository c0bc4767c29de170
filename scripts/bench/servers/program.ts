import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { startProcess } from '../start-process.ts';

/**
 * Starts one of the bench's own servers in a separate process on a free port.
 * @returns its URL
 */
export async function startProgram(
  { belongings }: Bench,
  name: 'bare-server' | 'file-server' | 'log-mcp-server' | 'model-server',
  ...parameters: string[]
): Promise<string> {
  const file = join(import.meta.dirname, '..', 'programs', `${name}.ts`);
  const { ready } = await startProcess(belongings, {
    program: process.execPath,
    parameters: [file, ...parameters],
    ready: /listening on (\d+)\./,
  });
  return `http://127.0.0.1:${ready[1]}`;
}
