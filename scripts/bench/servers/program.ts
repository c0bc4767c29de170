import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { type StartedProcess, startProcess } from '../start-process.ts';

export interface BenchProgram extends StartedProcess {
  url: string;
}

/** Starts one of the bench's own servers in a separate process on a free port. */
export async function startProgram(
  { belongings }: Bench,
  name: 'bare-server' | 'file-server' | 'log-mcp-server' | 'model-server' | 'plain-stream-server',
  ...parameters: string[]
): Promise<BenchProgram> {
  const file = join(import.meta.dirname, '..', 'programs', `${name}.ts`);
  const started = await startProcess(belongings, {
    program: process.execPath,
    parameters: [file, ...parameters],
    ready: /listening on (\d+)\./,
  });
  return { ...started, url: `http://127.0.0.1:${started.ready[1]}` };
}
