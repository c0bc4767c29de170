import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtLib } from './built-server.ts';
import { exitOnError } from './exit-on-error.ts';

/**
 * `npm run doctor [-- --no-model]`: looks at everything that a server with these settings needs, and says what to do.
 * Exits with 1 if something does not work.
 */
const source = join(import.meta.dirname, '..', 'lib');
// An image and an installed package have only what was built.
const program = existsSync(source)
  ? join(source, 'http', 'run-doctor.ts')
  : join(builtLib, 'http', 'run-doctor.js');

const signs = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;

async function examine(): Promise<void> {
  const { runDoctor }: typeof import('../lib/http/run-doctor.ts') = await import(pathToFileURL(program).href);
  const checks = await runDoctor(!process.argv.includes('--no-model'));
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const { name, outcome, finding, advice } of checks) {
    console.log(`${signs[outcome]}  ${name.padEnd(width)}  ${finding}`);
    if (advice !== null) console.log(`         ${' '.repeat(width)}  -> ${advice}`);
  }
  const faults = checks.filter(({ outcome }) => outcome === 'fault').length;
  const warnings = checks.filter(({ outcome }) => outcome === 'warning').length;
  console.log(`\n${checks.length} checks: ${faults} faults, ${warnings} warnings.`);
  process.exitCode = faults > 0 ? 1 : 0;
}

examine().catch(exitOnError);
