import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface ScriptEnd {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

interface ScriptOptions {
  args?: string[];
  input?: string;
  folder: string;
  environment?: Record<string, string>;
}

/** Runs a script of ours to its end, as npm would: with nothing of this process's settings. */
export async function runScript(
  name: string,
  { args = [], input = '', folder, environment = {} }: ScriptOptions,
): Promise<ScriptEnd> {
  const path = join(import.meta.dirname, '..', '..', 'scripts', name);
  const child = spawn(process.execPath, [path, ...args], {
    cwd: folder,
    env: { NODE_ENV: 'test', PATH: process.env.PATH, INIT_CWD: folder, ...environment },
  });
  const end: ScriptEnd = { exitCode: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (end.stdout += chunk));
  child.stderr.on('data', (chunk) => (end.stderr += chunk));
  child.stdin.end(input);
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ ...end, exitCode }));
  });
}
