import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { builtLib } from './built-server.ts';
import { exitOnError } from './exit-on-error.ts';

/** `npm run migrate -- sqlite redis`, or `redis sqlite`: copies the store into the other one. No server may run. */
const source = join(import.meta.dirname, '..', 'lib');
// An image and an installed package have only what was built.
const program = existsSync(source)
  ? join(source, 'http', 'run-backup.ts')
  : join(builtLib, 'http', 'run-backup.js');

async function migrate(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const direction = positionals.join(' ');
  if (direction !== 'sqlite redis' && direction !== 'redis sqlite')
    throw new Error('Usage: vitrine migrate sqlite redis, or vitrine migrate redis sqlite');
  const { runMigrate }: typeof import('../lib/http/run-backup.ts') = await import(
    pathToFileURL(program).href
  );
  for (const line of await runMigrate(direction === 'sqlite redis' ? 'redis' : 'sqlite')) console.log(line);
}

migrate().catch(exitOnError);
