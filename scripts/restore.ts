import { parseArgs } from 'node:util';
import { exitOnError } from './exit-on-error.ts';
import { libProgram } from './lib-program.ts';

/** `npm run restore -- <folder>`: makes the data folder of a backup. No server may run on it. */
async function restore(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error('Usage: vitrine restore <folder>');
  const { runRestore }: typeof import('../lib/http/run-backup.ts') = await import(libProgram('run-backup'));
  for (const line of await runRestore(folder)) console.log(line);
}

restore().catch(exitOnError);
