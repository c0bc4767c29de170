import { basename } from 'node:path';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import type { FileChange } from '../core/vocabulary/artifact.ts';
import { changeTexts, type TextChanges } from './change-texts.ts';
import { type FindOptions, type FoundFile, findFiles } from './find-files.ts';
import { readGitHead } from './git-head.ts';
import { type GrepOptions, type GrepResult, grepWorkspace } from './grep-workspace.ts';
import { type ListOptions, listWorkspace, type WorkspaceListing } from './list-workspace.ts';
import { openInside } from './open-inside.ts';
import { WorkspaceError } from './workspace-error.ts';
import { parseWorkspacePath } from './workspace-path.ts';
import {
  defaultRules,
  type WorkspaceRoot,
  type WorkspaceRootRules,
  workspaceRoot,
} from './workspace-root.ts';

/** An open regular file: all reads are of this one file, even if its name is reassigned. */
export interface WorkspaceFile {
  /** Relative to the workspace, normalised. */
  path: string;
  byteLength: number;
  /** All bytes the file had when it was opened. */
  chunks(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** A folder that the tools work on. Every path is confined to it; links are not followed. */
export interface Workspace {
  name: string;
  root: string;
  openFile(path: string): Promise<WorkspaceFile>;
  list(options: ListOptions): Promise<WorkspaceListing>;
  grep(options: GrepOptions): Promise<GrepResult>;
  findFiles(options: FindOptions): Promise<FoundFile[]>;
  /** Changes text files, all of them or none; rejects if one has unexpected content. */
  changeTexts(changes: TextChanges): Promise<FileChange[]>;
  /** `null`: not a git repository, or one without a commit. */
  gitHead(): Promise<{ branch: string | null; commit: string } | null>;
}

export function openWorkspace(
  path: string,
  name = basename(path),
  rules: WorkspaceRootRules = defaultRules,
): Workspace {
  const root = workspaceRoot(path, rules);
  return {
    name,
    root: path,
    openFile: (path) => openFile(root, path),
    list: (options) => listWorkspace(root, options),
    grep: (options) => grepWorkspace(root, options),
    findFiles: (options) => findFiles(root, options),
    changeTexts: (changes) => changeTexts(root, changes),
    gitHead: () => readGitHead(root),
  };
}

const chunkBytes = 256 * 1024;

async function openFile(root: WorkspaceRoot, path: string): Promise<WorkspaceFile> {
  const components = parseWorkspacePath(path);
  const { handle, stats } = await openInside(root, components);
  const shown = components.join('/') || '.';
  if (!stats.isFile()) {
    await handle.close();
    throw new WorkspaceError('not_a_file', `Not a regular file but a folder: ${visibleName(shown)}`);
  }
  return {
    path: shown,
    byteLength: stats.size,
    async *chunks() {
      for (let position = 0; position < stats.size; ) {
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, stats.size - position));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    close: () => handle.close(),
  };
}
