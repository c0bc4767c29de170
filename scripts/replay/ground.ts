import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Where one run of a task takes place: nothing of it is seen by another, and nothing stays. */
export interface Ground {
  workspace: string;
  dataDir: string;
  clonesDir: string;
  /** The files of these paths as they are now; `null`: not there. */
  read(paths: readonly string[]): Record<string, string | null>;
  remove(): void;
}

/**
 * @param files what the workspace holds; `null`: a copy of `original`
 */
export function prepareGround(files: Readonly<Record<string, string>> | null, original: string): Ground {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-replay-')));
  const workspace = join(root, 'workspace', files === null ? basename(original) : 'parcels');
  const remove = () => {
    process.off('exit', remove);
    rmSync(root, { recursive: true, force: true });
  };
  // Also where somebody stops it half-way.
  process.on('exit', remove);
  if (files === null) cpSync(original, workspace, { recursive: true, verbatimSymlinks: true });
  else writeAll(workspace, files);
  return {
    workspace,
    dataDir: join(root, 'data'),
    clonesDir: join(root, 'clones'),
    read: (paths) => Object.fromEntries(paths.map((path) => [path, readText(join(workspace, path))])),
    remove,
  };
}

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The model removed it: the check is told so.
    return null;
  }
}
