import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes the Node version that each dependency requires from package-lock.json: npm compares it with the
 * Node it runs on itself, not with the one it installs with the project, and prints five lines for each. Run
 * it after `npm install`: `node scripts/strip-engines.ts`.
 */
const path = join(import.meta.dirname, '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
for (const [name, entry] of Object.entries<Record<string, unknown>>(lock.packages)) {
  if (name !== '') delete entry.engines;
}
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
