import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { builtLib } from './built-server.ts';
import { exitOnError } from './exit-on-error.ts';

/** `npm run restore -- <folder>`: makes the data folder of a backup. No server may run on it. */
const source = join(import.meta.dirname, '..', 'lib');
// An image and an installed package have only what was built.
const program = existsSync(source)
  ? join(source, 'http', 'run-backup.ts')
  : join(builtLib, 'http', 'run-backup.js');

async function restore(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error('Usage: vitrine restore <folder>');
  const { runRestore }: typeof import('../lib/http/run-backup.ts') = await import(
    pathToFileURL(program).href
  );
  for (const line of await runRestore(folder)) console.log(line);
}

restore().catch(exitOnError);
