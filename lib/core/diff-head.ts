import type { FileFate } from './file-section.ts';
import { parseDiffPath, parseGitPaths } from './parse-diff-paths.ts';

/** The head of a file in a diff, as far as its lines have come. */
export interface DiffHead {
  oldPath: string | null;
  newPath: string | null;
  fate: FileFate;
  /** Its `---` line has come: another one, or another rename, begins another file. */
  hasOldLine: boolean;
}

export const emptyDiffHead: DiffHead = { oldPath: null, newPath: null, fate: 'changed', hasOldLine: false };

const headPattern =
  /^(?:--- |\+\+\+ |diff --git |index [0-9a-f]+\.\.|new file mode |deleted file mode |old mode |new mode |similarity index |dissimilarity index |rename (?:from|to) |copy (?:from|to) )/;

/** Whether a line is one of a file's head, read where no hunk is open. */
export const isDiffHeadLine = (line: string): boolean => headPattern.test(line);

export const startsDiffHead = (line: string, head: DiffHead): boolean =>
  line.startsWith('diff --git ') || (head.hasOldLine && /^(?:--- |rename from )/.test(line));

/** The head after one more of its lines. */
export function readDiffHeadLine(line: string, head: DiffHead): DiffHead {
  if (line.startsWith('diff --git ')) {
    // Where two names cannot be told apart, the lines below name them.
    const paths = parseGitPaths(line.slice('diff --git '.length));
    return withPaths(emptyDiffHead, paths?.oldPath ?? null, paths?.newPath ?? null);
  }
  if (line.startsWith('--- ')) {
    const path = pathOf(line.slice(4), 'a/');
    return path === null
      ? { ...head, oldPath: null, fate: 'added', hasOldLine: true }
      : { ...head, oldPath: path, hasOldLine: true };
  }
  if (line.startsWith('+++ ')) {
    const path = pathOf(line.slice(4), 'b/');
    return path === null ? { ...head, newPath: null, fate: 'deleted' } : withPaths(head, head.oldPath, path);
  }
  const [, from, remaining] = /^(?:rename|copy) (from|to) (.+)$/.exec(line) ?? [];
  if (remaining !== undefined) {
    const path = parseDiffPath(remaining);
    const [oldPath, newPath] = from === 'from' ? [path, head.newPath] : [head.oldPath, path];
    return { ...head, oldPath, newPath, fate: 'renamed' };
  }
  if (line.startsWith('new file mode ')) return { ...head, oldPath: null, fate: 'added' };
  if (line.startsWith('deleted file mode ')) return { ...head, fate: 'deleted' };
  return head;
}

/** The name the file goes by; a deleted one has only its old name. */
export const diffHeadPath = ({ fate, oldPath, newPath }: DiffHead): string | null =>
  fate === 'deleted' ? oldPath : (newPath ?? oldPath);

function withPaths(head: DiffHead, oldPath: string | null, newPath: string | null): DiffHead {
  const isRenamed = oldPath !== null && newPath !== null && oldPath !== newPath;
  return { ...head, oldPath, newPath, fate: isRenamed && head.fate === 'changed' ? 'renamed' : head.fate };
}

/** Without the `a/` or `b/` of git; `null`: there is no file on this side. */
function pathOf(text: string, prefix: string): string | null {
  const path = parseDiffPath(text);
  return path?.startsWith(prefix) ? path.slice(prefix.length) : path;
}
