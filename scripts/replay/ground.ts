import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Where one run of a task takes place: isolated from other runs, and removed afterwards. */
export interface ReplayGround {
  workspace: string;
  dataDir: string;
  clonesDir: string;
  /** The current files at these paths; `null`: deleted. */
  read(paths: readonly string[]): Record<string, string | null>;
  remove(): void;
}

/** @param files the contents of the workspace; `null`: a copy of `original` */
export function prepareGround(
  files: Readonly<Record<string, string>> | null,
  original: string,
): ReplayGround {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-replay-')));
  const workspace = join(root, 'workspace', files === null ? basename(original) : 'parcels');
  const remove = () => {
    process.off('exit', remove);
    rmSync(root, { recursive: true, force: true });
  };
  // Also when it is stopped midway.
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
    // The model deleted the file; the check receives `null`.
    return null;
  }
}
