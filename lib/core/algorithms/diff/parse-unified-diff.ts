import { parseDiffPath, parseGitPaths, withoutPrefixes } from './parse-diff-paths.ts';
import { isBetween, isFileStart, isHunkStart, parseHunk } from './parse-hunk.ts';
import { PatchError, quoteLine } from './patch-error.ts';
import type { FileDiff, Hunk } from './unified-diff.ts';

export interface ParsedDiff {
  files: FileDiff[];
  /** Problems that did not prevent parsing. */
  notes: string[];
}

/**
 * Parses a unified diff, plain or from git, including text before its files.
 * @throws PatchError that names the line, also for parts that are recognised but never applied: binary files,
 * modes, links, submodules
 */
export function parseUnifiedDiff(text: string): ParsedDiff {
  const lines = patchLines(text);
  const parsed: ParsedDiff = { files: [], notes: [] };
  let at = nextFile(lines, 0, true);
  while (at < lines.length) {
    const head = parseHead(lines, at);
    const hunks: Hunk[] = [];
    at = head.next;
    while (isHunkStart(lines[at])) {
      const { hunk, next, note } = parseHunk(lines, at);
      hunks.push(hunk);
      at = next;
      while (lines[at] === '' && isHunkStart(lines[at + 1])) at += 1;
      if (note) parsed.notes.push(`${head.newPath ?? head.oldPath}: ${note}`);
    }
    const { oldPath, newPath } = head;
    if (hunks.length === 0 && oldPath === newPath)
      throw refusal(head.next - 1, `names ${oldPath} without a hunk`);
    parsed.files.push({ oldPath, newPath, hunks });
    if (head.note) parsed.notes.push(head.note);
    at = nextFile(lines, at, false);
  }
  if (parsed.files.length === 0) {
    throw new PatchError('The patch names no file: a unified diff begins with --- a/path and +++ b/path');
  }
  return parsed;
}

/** Lines without their ends. A patch with CRLF throughout got it in transit. */
function patchLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const isCrlf = lines.length > 0 && lines.every((line) => line.endsWith('\r'));
  return isCrlf ? lines.map((line) => line.slice(0, -1)) : lines;
}

/**
 * Index of the next file, or the end. Any text may precede the first file, later only what may come between
 * files.
 */
function nextFile(lines: readonly string[], from: number, isFirst: boolean): number {
  let mayTalk = isFirst;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isFileStart(lines, at)) return at;
    if (line.startsWith('*** Begin Patch')) {
      throw refusal(
        at,
        'begins another format: send a unified diff (--- a/path, +++ b/path, @@ -1,3 +1,4 @@)',
      );
    }
    if (isHunkStart(line))
      throw refusal(at, 'begins a hunk before any file is named (--- a/path, +++ b/path)');
    if (/^(commit|From|--) ?/.test(line) && isBetween(line)) mayTalk = true;
    if (!mayTalk && !isBetween(line)) throw refusal(at, `belongs to no hunk: ${quoteLine(line)}`);
  }
  return lines.length;
}

interface Head {
  oldPath: string | null;
  newPath: string | null;
  next: number;
  note: string | null;
}

/** Head lines that are never accepted, with the text of the refusal. */
const refused: readonly [RegExp, string][] = [
  [
    /^(new file mode|deleted file mode|index \S+|new mode|old mode) 120000/,
    'is about a symbolic link, which patches may not touch',
  ],
  [
    /^(new file mode|deleted file mode|index \S+|new mode|old mode) 160000|^Submodule /,
    'is about a submodule, which patches may not touch',
  ],
  [/^(old|new) mode /, 'changes the mode of a file, which patches may not'],
  [/^copy (from|to) /, 'copies a file: send the copy as a new file'],
  [/^(Binary files |GIT binary patch)/, 'is about a binary file, only text can be patched'],
];

function parseHead(lines: readonly string[], from: number): Head {
  const names = new Map<string, string | null>();
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const reason = refused.find(([pattern]) => pattern.test(line))?.[1];
    if (reason) throw refusal(at, reason);
    const field = /^(diff --git|---|\+\+\+|rename from|rename to|new file mode|deleted file mode) (.*)$/.exec(
      line,
    );
    const isNoise = /^(index |similarity index |dissimilarity index )/.test(line);
    if (!field && !isNoise) break;
    const [, key = '', remaining = ''] = field ?? [];
    if (field && names.has(key)) break;
    // Names come last: what follows them is a hunk or another file.
    if (names.has('+++')) break;
    if (field) names.set(key, /^(---|\+\+\+|rename)/.test(key) ? parseDiffPath(remaining) : remaining);
  }
  const isMadeExecutable = names.get('new file mode') === '100755';
  const paths = pathsOf(names, from);
  const note = isMadeExecutable ? `${paths.newPath}: made without the right to execute it` : null;
  return { ...paths, next: at, note };
}

function pathsOf(names: Map<string, string | null>, from: number): Pick<Head, 'oldPath' | 'newPath'> {
  const hasRename = names.has('rename from') || names.has('rename to');
  const [renameFrom, renameTo] = [names.get('rename from'), names.get('rename to')];
  if (hasRename && !(renameFrom && renameTo))
    throw refusal(from, 'begins a rename that lacks one of its names');
  if (names.has('---') !== names.has('+++')) throw refusal(from, 'begins a file that lacks --- or +++');
  const named = names.has('---')
    ? withoutPrefixes(names.get('---') ?? null, names.get('+++') ?? null)
    : parseGitPaths(names.get('diff --git') ?? '');
  if (renameFrom && renameTo) {
    const isOther = names.has('---') && (named?.oldPath !== renameFrom || named.newPath !== renameTo);
    if (isOther) throw refusal(from, 'begins a rename whose names differ from those after --- and +++');
    return { oldPath: renameFrom, newPath: renameTo };
  }
  if (named === null) throw refusal(from, 'does not tell the name of its file');
  const oldPath = names.has('new file mode') ? null : named.oldPath;
  const newPath = names.has('deleted file mode') ? null : named.newPath;
  if (oldPath === null && newPath === null) throw refusal(from, 'names no file on either side');
  if (oldPath !== null && newPath !== null && oldPath !== newPath) {
    throw refusal(
      from,
      `begins a file with two names, ${quoteLine(oldPath)} and ${quoteLine(newPath)}, without "rename from"`,
    );
  }
  return { oldPath, newPath };
}

const refusal = (at: number, words: string): PatchError =>
  new PatchError(`Line ${at + 1} of the patch ${words}`);
