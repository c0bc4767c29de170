import { parseArgs } from 'node:util';
import { exitOnError } from './exit-on-error.ts';
import { libProgram } from './lib-program.ts';

/** `npm run backup -- <folder> [--with-secret]`: copies the data of a server, which may run meanwhile, into a new folder. */
async function backUp(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'with-secret': { type: 'boolean', default: false } },
  });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0)
    throw new Error('Usage: vitrine backup <folder> [--with-secret]');
  const { runBackup }: typeof import('../lib/http/run-backup.ts') = await import(libProgram('run-backup'));
  for (const line of await runBackup(folder, values['with-secret'])) console.log(line);
}

backUp().catch(exitOnError);
