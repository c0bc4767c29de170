import { exitOnError } from './exit-on-error.ts';
import { libProgram } from './lib-program.ts';

const signs = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;

/**
 * `npm run doctor [-- --no-model]`: looks at everything that a server with these settings needs, and says what to do.
 * Exits with 1 if something does not work.
 */
async function examine(): Promise<void> {
  const { runDoctor }: typeof import('../lib/http/run-doctor.ts') = await import(libProgram('run-doctor'));
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
