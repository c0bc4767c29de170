import { openEscapeBench } from './escape-bench.ts';
import { escapes } from './escapes.ts';

/**
 * Tries every escape as the user it is started as, in the folder it is given, and prints what came of it:
 * `{name: null | what went wrong}`.
 */
const bench = await openEscapeBench(process.argv[2] ?? '');
const outcomes: Record<string, string | null> = {};
const only = process.argv[3];
for (const [name, attempt] of Object.entries(escapes)) {
  if (only !== undefined && !name.includes(only)) continue;
  const startedMs = performance.now();
  try {
    await attempt(bench);
    outcomes[name] = null;
  } catch (error) {
    outcomes[name] = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  if (only !== undefined)
    console.error(name, (performance.now() - startedMs).toFixed(0), outcomes[name] ?? 'ok');
}
await bench.close();
process.stdout.write(JSON.stringify(outcomes));
