import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { builtLib } from './built-server.ts';
import { exitOnError } from './exit-on-error.ts';

/** `npm run backup -- <folder> [--with-secret]`: copies the data of a server, which may run meanwhile, into a new folder. */
const source = join(import.meta.dirname, '..', 'lib');
// An image and an installed package have only what was built.
const program = existsSync(source)
  ? join(source, 'http', 'run-backup.ts')
  : join(builtLib, 'http', 'run-backup.js');

async function backUp(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'with-secret': { type: 'boolean', default: false } },
  });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0)
    throw new Error('Usage: vitrine backup <folder> [--with-secret]');
  const { runBackup }: typeof import('../lib/http/run-backup.ts') = await import(pathToFileURL(program).href);
  for (const line of await runBackup(folder, values['with-secret'])) console.log(line);
}

backUp().catch(exitOnError);
