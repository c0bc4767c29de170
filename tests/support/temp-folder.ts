import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { atWorkerEnd } from './worker-end.ts';

const created: string[] = [];
const removeAll = () => {
  for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true });
};
afterAll(removeAll);
// Where files share a worker, a module's own hooks run for the first of them only.
atWorkerEnd('folders', removeAll);

/** A fresh folder that goes when the test file is done. Its path holds no link. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-unit-')));
  created.push(folder);
  return folder;
}

/** Writes files by their path in a folder, with the folders they need. */
export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
