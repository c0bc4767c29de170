import { parseArgs } from 'node:util';
import { exitOnError } from './exit-on-error.ts';
import { libProgram } from './lib-program.ts';

/** `npm run migrate -- sqlite redis`, or `redis sqlite`: copies the store into the other one. No server may run. */
async function migrate(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const direction = positionals.join(' ');
  if (direction !== 'sqlite redis' && direction !== 'redis sqlite')
    throw new Error('Usage: vitrine migrate sqlite redis, or vitrine migrate redis sqlite');
  const { runMigrate }: typeof import('../lib/http/run-backup.ts') = await import(libProgram('run-backup'));
  for (const line of await runMigrate(direction === 'sqlite redis' ? 'redis' : 'sqlite')) console.log(line);
}

migrate().catch(exitOnError);
