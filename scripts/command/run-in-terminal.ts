import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { notStarted, type ProgramEnd, programEndOf } from './run-program.ts';

/** Runs a program in a terminal of its own inside this one, so that it has colours and keys as without us. */
export async function runInTerminal(
  [name = '', ...args]: readonly string[],
  onOutput: (chunk: Uint8Array) => void,
): Promise<ProgramEnd> {
  const { stdin, stdout } = process;
  if (findProgram(name) === null) return notStarted(name, { code: 'ENOENT' }, { onOutput, isShown: true });
  const terminal = spawn(name, args, {
    ...sizeOf(stdout),
    name: process.env.TERM ?? 'xterm-256color',
    cwd: process.cwd(),
    env: process.env,
    encoding: null,
  });
  const resize = () => {
    const { cols, rows } = sizeOf(stdout);
    terminal.resize(cols, rows);
  };
  const type = (keys: string) => terminal.write(keys);
  const ends = (['SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const pass = () => terminal.kill(signal);
    process.on(signal, pass);
    return () => process.off(signal, pass);
  });
  stdout.on('resize', resize);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.on('data', type).resume();
  try {
    return await new Promise<ProgramEnd>((resolve) => {
      terminal.onData((data: unknown) => {
        const chunk = data as Uint8Array;
        onOutput(chunk);
        stdout.write(chunk);
      });
      terminal.onExit(({ exitCode, signal }) => {
        const ended = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
        resolve(ended ? programEndOf(null, ended as NodeJS.Signals) : programEndOf(exitCode, null));
      });
    });
  } finally {
    stdin.off('data', type).pause();
    stdin.setRawMode(false);
    for (const release of ends) release();
    stdout.off('resize', resize);
  }
}

/** As a shell finds it; `null`: it does not. */
function findProgram(name: string): string | null {
  const folders = name.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

const sizeOf = ({ columns, rows }: NodeJS.WriteStream) => ({ cols: columns || 80, rows: rows || 24 });
