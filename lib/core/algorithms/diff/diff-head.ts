import type { SectionStatus } from '../lines/file-section.ts';
import { parseDiffPath, parseGitPaths } from './parse-diff-paths.ts';

/** The head of a file in a diff, as far as it has been read. */
export interface DiffHead {
  oldPath: string | null;
  newPath: string | null;
  status: SectionStatus;
  /** Its `---` line was read: another `---` line or another rename starts the next file. */
  hasOldLine: boolean;
}

export const emptyDiffHead: DiffHead = { oldPath: null, newPath: null, status: 'changed', hasOldLine: false };

const headPattern =
  /^(?:--- |\+\+\+ |diff --git |index [0-9a-f]+\.\.|new file mode |deleted file mode |old mode |new mode |similarity index |dissimilarity index |rename (?:from|to) |copy (?:from|to) )/;

/** Whether a line belongs to a file's head; only valid outside a hunk. */
export const isDiffHeadLine = (line: string): boolean => headPattern.test(line);

export const startsDiffHead = (line: string, head: DiffHead): boolean =>
  line.startsWith('diff --git ') || (head.hasOldLine && /^(?:--- |rename from )/.test(line));

/** Returns the head after reading one more of its lines. */
export function readDiffHeadLine(line: string, head: DiffHead): DiffHead {
  if (line.startsWith('diff --git ')) {
    // If the two names cannot be separated, later head lines give them.
    const paths = parseGitPaths(line.slice('diff --git '.length));
    return withPaths(emptyDiffHead, paths?.oldPath ?? null, paths?.newPath ?? null);
  }
  if (line.startsWith('--- ')) {
    const path = pathOf(line.slice(4), 'a/');
    return path === null
      ? { ...head, oldPath: null, status: 'added', hasOldLine: true }
      : { ...head, oldPath: path, hasOldLine: true };
  }
  if (line.startsWith('+++ ')) {
    const path = pathOf(line.slice(4), 'b/');
    return path === null
      ? { ...head, newPath: null, status: 'deleted' }
      : withPaths(head, head.oldPath, path);
  }
  const [, from, remaining] = /^(?:rename|copy) (from|to) (.+)$/.exec(line) ?? [];
  if (remaining !== undefined) {
    const path = parseDiffPath(remaining);
    const [oldPath, newPath] = from === 'from' ? [path, head.newPath] : [head.oldPath, path];
    return { ...head, oldPath, newPath, status: 'renamed' };
  }
  if (line.startsWith('new file mode ')) return { ...head, oldPath: null, status: 'added' };
  if (line.startsWith('deleted file mode ')) return { ...head, status: 'deleted' };
  return head;
}

/** The current name of the file; for a deleted file, its old name. */
export const diffHeadPath = ({ status, oldPath, newPath }: DiffHead): string | null =>
  status === 'deleted' ? oldPath : (newPath ?? oldPath);

function withPaths(head: DiffHead, oldPath: string | null, newPath: string | null): DiffHead {
  const isRenamed = oldPath !== null && newPath !== null && oldPath !== newPath;
  return {
    ...head,
    oldPath,
    newPath,
    status: isRenamed && head.status === 'changed' ? 'renamed' : head.status,
  };
}

/** Strips git's `a/` or `b/` prefix; `null`: the file does not exist on this side. */
function pathOf(text: string, prefix: string): string | null {
  const path = parseDiffPath(text);
  return path?.startsWith(prefix) ? path.slice(prefix.length) : path;
}
