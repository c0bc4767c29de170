import type { FileHandle } from 'node:fs/promises';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { limits } from '../core/limits.ts';
import { descriptorPath } from './descriptor-path.ts';
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
  /** `path:line:text`, in path order. Here and below, paths are written as `visibleName` does. */
  lines: string[];
  files: string[];
  /** Files that could not be searched, by path, and why. */
  notSearched: NotSearched[];
  /** A limit was reached: there are more matches. */
  isCut: boolean;
}

export interface NotSearched {
  path: string;
  reason: 'cannot be read' | 'not text' | 'UTF-16 without a mark at its start' | 'the search of it failed';
}

/** Maximum number of files open at once. */
const batchSize = 128;

/**
 * Searches a folder (except what git ignores) or one file. Ripgrep only lists the files of a folder; each is
 * then opened by the walk that follows no link, and ripgrep searches the opened files. If it walked by
 * itself, a folder swapped for a link meanwhile could lead it outside.
 */
export async function grepWorkspace(root: WorkspaceRoot, options: GrepOptions): Promise<GrepResult> {
  const components = parseWorkspacePath(options.path);
  const { handle, stats } = await openInside(root, components);
  const shown = components.join('/');
  const deadline = AbortSignal.timeout(limits.grepTimeoutMs);
  try {
    if (stats.isFile()) {
      const search = createSearch(root, options, deadline);
      await search.batch([{ path: shown, handle }]);
      const result = search.result();
      const [left] = result.notSearched;
      if (left === undefined || result.lines.length > 0) return result;
      const reason =
        left.reason === 'not text' ? 'Not text, so not searched by lines' : `Not searched, ${left.reason}`;
      throw new WorkspaceError('not_readable', `${reason}: ${left.path}`);
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
  listed: { paths: string[]; unreadable: string[]; isCut: boolean },
  options: GrepOptions,
  deadline: AbortSignal,
): Promise<GrepResult> {
  const search = createSearch(root, options, deadline);
  for (const path of listed.unreadable) search.leave(path, 'cannot be read');
  // Runs even without a file, so that an invalid pattern is reported.
  for (let start = 0; start === 0 || start < listed.paths.length; start += batchSize) {
    const files = await openAll(root, listed.paths.slice(start, start + batchSize), search.leave);
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

type Leave = (path: string, reason: NotSearched['reason']) => void;

/** Files that disappeared meanwhile, or became a link or a folder, are no longer part of the search. */
async function openAll(root: WorkspaceRoot, paths: string[], leave: Leave): Promise<OpenFile[]> {
  const opened = await Promise.all(
    paths.map(async (path): Promise<OpenFile[]> => {
      const found = await openInside(root, path.split('/')).catch((error: unknown) => {
        if (!hasGone(error, path)) leave(path, 'cannot be read');
        return null;
      });
      if (found?.stats.isFile()) return [{ path, handle: found.handle }];
      await found?.handle.close();
      return [];
    }),
  );
  return opened.flat();
}

/** A name that is not valid text cannot be opened by its visible form, so it only seems to be gone. */
const hasGone = (error: unknown, path: string): boolean =>
  error instanceof WorkspaceError &&
  ['not_found', 'link_not_followed', 'not_a_file', 'not_a_directory'].includes(error.code) &&
  !path.includes('\ufffd');

const sniffedBytes = 512;

/**
 * In UTF-16 without a byte order mark every other byte of the text is NUL, so no pattern would match. Ripgrep
 * reads files with a mark.
 */
async function isUnmarkedUtf16({ handle }: OpenFile): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
  const bytes = buffer.subarray(0, bytesRead - (bytesRead % 2));
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || bytes.length < 4) return false;
  const nulsAt = (parity: number) => bytes.filter((byte, at) => at % 2 === parity && byte === 0).length;
  const [even, odd] = [nulsAt(0), nulsAt(1)];
  return Math.min(even, odd) === 0 && Math.max(even, odd) >= bytes.length * 0.4;
}

function createSearch(
  root: WorkspaceRoot,
  { pattern, isCaseIgnored, signal }: GrepOptions,
  deadline: AbortSignal,
) {
  const lines: string[] = [];
  const files = new Set<string>();
  const notSearched = new Map<string, NotSearched>();
  const leave: Leave = (path, reason) => {
    const name = visibleName(path);
    if (!files.has(name)) notSearched.set(name, { path: name, reason });
  };
  const flags = [
    '--line-number',
    '--with-filename',
    '--no-heading',
    '--null',
    '--crlf',
    // Results in the order the files are named.
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
    leave,
    async batch(open: OpenFile[]): Promise<void> {
      const isUnmarked = await Promise.all(open.map(isUnmarkedUtf16));
      for (const [at, { path }] of open.entries())
        if (isUnmarked[at]) leave(path, 'UTF-16 without a mark at its start');
      const byName = new Map(
        open.map(({ path, handle }) => [descriptorPath(handle, root.path, path.split('/')), path]),
      );
      await runRipgrep({
        arguments: [...flags, ...(open.length > 0 ? byName.keys() : ['-'])],
        signal,
        deadline,
        onUnreadable(complaint) {
          for (const [name, path] of byName)
            if (complaint.includes(`${name}: `)) leave(path, 'the search of it failed');
        },
        onLine(line) {
          const [name = '', match] = line.split('\0', 2);
          const path = byName.get(name);
          if (match === undefined || path === undefined) {
            // A line without a number is ripgrep's report of a file that is not text.
            const binary = byName.get(/^(.*): binary file matches/.exec(line)?.[1] ?? '');
            if (binary !== undefined) leave(binary, 'not text');
            return true;
          }
          const shown = visibleName(path);
          files.add(shown);
          lines.push(`${shown}:${match.replace(/\r$/, '')}`);
          return !isFull();
        },
      });
    },
    result: (): GrepResult => ({
      lines,
      files: [...files],
      notSearched: [...notSearched.values()],
      isCut: isFull(),
    }),
  };
}
