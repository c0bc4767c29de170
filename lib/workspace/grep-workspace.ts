import type { FileHandle } from 'node:fs/promises';
import { limits } from '../core/limits.ts';
import { heldPath } from './held-path.ts';
import { listTracked } from './list-tracked.ts';
import { openInside } from './open-inside.ts';
import { runRipgrep } from './ripgrep.ts';
import { WorkspaceError } from './workspace-error.ts';
import { parseWorkspacePath } from './workspace-path.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

export interface GrepOptions {
  pattern: string;
  path: string;
  glob: string | null;
  isCaseIgnored: boolean;
  signal: AbortSignal;
}

export interface GrepResult {
  /** `path:line:text`, in path order. */
  lines: string[];
  files: string[];
  /** A limit was reached: there is more. */
  isCut: boolean;
}

/** Open at a time. */
const batchSize = 128;

/**
 * Searches a folder (leaving out what git ignores) or one file. Ripgrep only names the files of a folder; each is then opened
 * by the walk that follows no link, and ripgrep searches what was opened. Left to walk by itself it could be led outside
 * by a folder that is exchanged for a link meanwhile.
 */
export async function grepWorkspace(root: WorkspaceRoot, options: GrepOptions): Promise<GrepResult> {
  const components = parseWorkspacePath(options.path);
  const { handle, stats } = await openInside(root, components);
  const shown = components.join('/');
  const deadline = AbortSignal.timeout(limits.grepTimeoutMs);
  try {
    if (stats.isFile()) {
      const search = createSearch(root, options, deadline);
      const { hasBinary } = await search.batch([{ path: shown, handle }]);
      const result = search.result();
      if (!hasBinary || result.lines.length > 0) return result;
      throw new WorkspaceError('not_readable', `Not text, so not searched by lines: ${shown}`);
    }
    const { signal, glob } = options;
    const listed = await listTracked({ root, components, handle, glob, signal, maxFiles: limits.grepFiles });
    return await searchAll(root, listed, options, deadline);
  } finally {
    await handle.close();
  }
}

interface OpenFile {
  path: string;
  handle: FileHandle;
}

async function searchAll(
  root: WorkspaceRoot,
  listed: { paths: string[]; isCut: boolean },
  options: GrepOptions,
  deadline: AbortSignal,
): Promise<GrepResult> {
  const search = createSearch(root, options, deadline);
  // Without a file the pattern is tried all the same: a wrong one must be told.
  for (let start = 0; start === 0 || start < listed.paths.length; start += batchSize) {
    const files = await openAll(root, listed.paths.slice(start, start + batchSize));
    try {
      await search.batch(files);
    } finally {
      await Promise.all(files.map(({ handle }) => handle.close()));
    }
    if (search.result().isCut) break;
  }
  const result = search.result();
  return { ...result, isCut: result.isCut || listed.isCut };
}

/** What cannot be opened, has gone or has become a link is passed over. */
async function openAll(root: WorkspaceRoot, paths: string[]): Promise<OpenFile[]> {
  const opened = await Promise.all(
    paths.map(async (path): Promise<OpenFile[]> => {
      const found = await openInside(root, path.split('/')).catch(() => null);
      if (found?.stats.isFile()) return [{ path, handle: found.handle }];
      await found?.handle.close();
      return [];
    }),
  );
  return opened.flat();
}

function createSearch(
  root: WorkspaceRoot,
  { pattern, isCaseIgnored, signal }: GrepOptions,
  deadline: AbortSignal,
) {
  const lines: string[] = [];
  const files = new Set<string>();
  const flags = [
    '--line-number',
    '--with-filename',
    '--no-heading',
    '--null',
    '--crlf',
    // In the order the files are named.
    '--threads=1',
    `--max-columns=${limits.grepLineCharacters}`,
    '--max-columns-preview',
    ...(isCaseIgnored ? ['--ignore-case'] : []),
    '-e',
    pattern,
    '--',
  ];
  const isFull = () => lines.length >= limits.listEntries;

  return {
    async batch(open: OpenFile[]): Promise<{ hasBinary: boolean }> {
      const byName = new Map(
        open.map(({ path, handle }) => [heldPath(handle, root.path, path.split('/')), path]),
      );
      let hasBinary = false;
      await runRipgrep({
        arguments: [...flags, ...(open.length > 0 ? byName.keys() : ['-'])],
        signal,
        deadline,
        onLine(line) {
          // A line without a name and number is ripgrep's word on a file that is not text.
          const [name = '', match] = line.split('\0', 2);
          const path = byName.get(name);
          if (match === undefined || path === undefined) {
            hasBinary = true;
            return true;
          }
          files.add(path);
          lines.push(`${path}:${match.replace(/\r$/, '')}`);
          return !isFull();
        },
      });
      return { hasBinary };
    },
    result: (): GrepResult => ({ lines, files: [...files], isCut: isFull() }),
  };
}
