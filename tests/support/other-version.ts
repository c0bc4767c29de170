import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { atWorkerEnd } from './worker-end.ts';

const root = join(import.meta.dirname, '..', '..');
const nextFolder = join('.next', 'standalone', '.next');

export interface OtherVersion {
  /** For `startVitrine`, with its arguments. */
  launcher: string[];
  build: string;
  remove(): void;
}

/**
 * The built server under the name of another version, in a folder of its own: none of the scripts of its pages has the
 * name of one of ours. Files that do not differ are links.
 */
export function copyVersion(): OtherVersion {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-version-'));
  const forget = atWorkerEnd('folders', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['package.json', 'scripts'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const built = join(root, '.next', 'standalone');
  for (const entry of readdirSync(built, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const from = join(entry.parentPath, entry.name);
    const path = join('.next', 'standalone', relative(built, from));
    copyFile(from, join(folder, path), path, entry.isSymbolicLink());
  }
  const build = `${readFileSync(join(root, nextFolder, 'BUILD_ID'), 'utf8').trim()}-other`;
  writeFileSync(join(folder, nextFolder, 'BUILD_ID'), build);
  return {
    launcher: [join(folder, 'scripts', 'start.ts')],
    build,
    remove() {
      rmSync(folder, { recursive: true, force: true });
      forget();
    },
  };
}

/** A checkout that was built already. */
export const versionIn = (folder: string): OtherVersion => ({
  launcher: [join(folder, 'scripts', 'start.ts')],
  build: readFileSync(join(folder, nextFolder, 'BUILD_ID'), 'utf8').trim(),
  remove() {},
});

const names = /(static\/chunks\/)([\w.~-]+)(?=\.(?:js|css)\b)/g;

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Another file system.
    copyFileSync(from, to);
  }
}

/** Only files of Next name scripts. */
function copyFile(from: string, to: string, path: string, isLink: boolean): void {
  const renamed = to.replaceAll(names, '$1$2-other');
  mkdirSync(dirname(renamed), { recursive: true });
  if (path.endsWith('BUILD_ID')) return;
  if (isLink) {
    symlinkSync(readlinkSync(from), renamed);
    return;
  }
  const mayName = path.startsWith(nextFolder) && /\.(?:js|json|html|rsc|meta)$/.test(path);
  const text = mayName ? readFileSync(from, 'utf8') : '';
  if (text.includes('static/chunks/')) writeFileSync(renamed, text.replaceAll(names, '$1$2-other'));
  else linkOrCopy(from, renamed);
}
