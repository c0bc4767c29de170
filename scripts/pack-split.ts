import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSplitPackage } from './split-package.ts';

/** `npm run pack:split`: makes the tarball of the package `@vitrine/split`, here or in the folder that is given. */
const folder = mkdtempSync(join(tmpdir(), 'vitrine-split-'));
try {
  await writeSplitPackage(join(import.meta.dirname, '..'), folder);
  const to = process.argv[2] ?? process.cwd();
  execFileSync('npm', ['pack', '--pack-destination', to], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
