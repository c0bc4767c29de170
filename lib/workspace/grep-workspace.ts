import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../core/limits.ts';
import { openInside } from './open-inside.ts';
import { runRipgrep } from './ripgrep.ts';
import { WorkspaceError } from './workspace-error.ts';
import { hasSecretName, parseWorkspacePath } from './workspace-path.ts';

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
}

/** Searches a folder (leaving out what git ignores) or one file. */
export async function grepWorkspace(root: string, options: GrepOptions): Promise<GrepResult> {
  const components = parseWorkspacePath(options.path);
  const { handle, stats } = await openInside(root, components);
  const shown = components.join('/');
  const flags = [
    '--line-number',
    '--no-heading',
    `--max-columns=${limits.grepLineCharacters}`,
    '--max-columns-preview',
    '--crlf',
    ...(options.isCaseIgnored ? ['--ignore-case'] : []),
  ];
  try {
    if (stats.isFile()) {
      // The open file itself is searched, so its name cannot be exchanged for a link.
      const stdin = createReadStream('', { fd: handle.fd, autoClose: false, start: 0 });
      const lines: string[] = [];
      let isText = true;
      await runRipgrep({
        arguments: [...flags, '-e', options.pattern, '--', '-'],
        stdin,
        signal: options.signal,
        onLine(line) {
          // A line without a number is ripgrep's word on a file that is not text.
          isText &&= /^\d+:/.test(line);
          return !isText || lines.push(`${shown}:${withoutReturn(line)}`) < limits.listEntries;
        },
      });
      if (!isText && lines.length === 0) {
        throw new WorkspaceError('not_readable', `Not text, so not searched by lines: ${shown}`);
      }
      return { lines, files: lines.length > 0 ? [shown] : [] };
    }
    const folder =
      process.platform === 'linux' ? `/proc/${process.pid}/fd/${handle.fd}` : join(root, ...components);
    return await grepFolder(folder, shown === '' ? '' : `${shown}/`, flags, options);
  } finally {
    await handle.close();
  }
}

const withoutReturn = (line: string) => line.replace(/\r$/, '');

async function grepFolder(
  folder: string,
  prefix: string,
  flags: string[],
  { pattern, glob, signal }: GrepOptions,
): Promise<GrepResult> {
  const lines: string[] = [];
  const files = new Set<string>();
  const globs = glob === null ? [] : [`--glob=${glob}`];
  await runRipgrep({
    arguments: [
      ...flags,
      '--null',
      '--hidden',
      '--no-require-git',
      '--sort=path',
      ...globs,
      '--glob=!.git',
      '-e',
      pattern,
      '--',
      './',
    ],
    cwd: folder,
    signal,
    onLine(line) {
      const end = line.indexOf('\0');
      const path = line.slice(0, end).replace(/^\.\//, '');
      if (end === -1 || hasSecretName(path)) return true;
      files.add(`${prefix}${path}`);
      return lines.push(`${prefix}${path}:${withoutReturn(line.slice(end + 1))}`) < limits.listEntries;
    },
  });
  return { lines, files: [...files] };
}
