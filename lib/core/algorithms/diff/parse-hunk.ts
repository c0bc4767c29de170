import { PatchError, quoteLine } from './patch-error.ts';
import { type Hunk, hunkHeader, type UnifiedDiffLine } from './unified-diff.ts';

export interface ParsedHunk {
  hunk: Hunk;
  /** 0-based index of the line after it. */
  next: number;
  /** What was wrong with the counts in its header; `null`: they were right. */
  note: string | null;
}

const headerPattern = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** Whether a hunk may begin on this line, well-formed or not. */
export const isHunkStart = (line: string | undefined): boolean => line?.startsWith('@@') === true;

export const isFileStart = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  return line.startsWith('diff --git ') || line.startsWith('rename from ') || isNamePair(lines, at);
};

const isNamePair = (lines: readonly string[], at: number): boolean =>
  lines[at]?.startsWith('--- ') === true && lines[at + 1]?.startsWith('+++ ') === true;

/** Lines that may come between the hunks of one file and the next file and that belong to neither. */
export const isBetween = (line: string): boolean =>
  line.trim() === '' || /^(```|Index: |={3,}$|commit [0-9a-f]{7,}|From [0-9a-f]{7,}|-- ?$)/.test(line);

/**
 * Parses the hunk that begins at a line. If the counts in its header do not match its lines, as in many
 * generated patches, they are counted again, provided its end can be found without them.
 * @throws PatchError
 */
export function parseHunk(lines: readonly string[], at: number): ParsedHunk {
  const match = headerPattern.exec(lines[at] ?? '');
  if (!match) {
    throw new PatchError(
      `Line ${at + 1} of the patch is no hunk header (@@ -10,6 +10,7 @@): ${quoteLine(lines[at] ?? '')}`,
    );
  }
  const [, oldStart = '', oldCount = '1', newStart = '', newCount = '1'] = match;
  const result = { oldStart: Number(oldStart), newStart: Number(newStart) };
  const counted = readCounted(lines, at + 1, Number(oldCount), Number(newCount));
  if (counted) return { hunk: { ...result, lines: counted.lines }, next: counted.next, note: null };
  const body = readToBoundary(lines, at + 1);
  const hunk = { ...result, lines: body.lines };
  const note = `the counts of ${match[0]} were wrong, it was read as ${hunkHeader(hunk)}`;
  return { hunk, next: body.next, note };
}

/** Exactly as many lines as the header says; `null` if the hunk does not end there. */
function readCounted(
  lines: readonly string[],
  from: number,
  oldCount: number,
  newCount: number,
): { lines: UnifiedDiffLine[]; next: number } | null {
  const read: UnifiedDiffLine[] = [];
  let [oldLeft, newLeft, at] = [oldCount, newCount, from];
  while (oldLeft > 0 || newLeft > 0 || isNoNewline(lines[at])) {
    const line = lines[at];
    const isRead = line !== undefined && readLine(read, line);
    if (!isRead) return null;
    if (!isNoNewline(line)) {
      const { mark } = read.at(-1) ?? { mark: ' ' };
      if (mark !== '+') oldLeft -= 1;
      if (mark !== '-') newLeft -= 1;
    }
    if (oldLeft < 0 || newLeft < 0) return null;
    at += 1;
  }
  return isEnd(lines, at) ? { lines: read, next: at } : null;
}

/** The hunk cannot continue here: only blank lines come before a line that cannot be part of it. */
function isEnd(lines: readonly string[], from: number): boolean {
  let at = from;
  while (lines[at] === '') at += 1;
  const line = lines[at];
  if (line === undefined || isHunkStart(line) || isFileStart(lines, at)) return true;
  return isSignature(lines, at) || !/^[ +-]/.test(line);
}

/** `-- ` and a version, which end a patch sent by mail. */
const isSignature = (lines: readonly string[], at: number): boolean =>
  /^-- ?$/.test(lines[at] ?? '') && lines.slice(at + 2).every((line) => line.trim() === '');

function readToBoundary(lines: readonly string[], from: number): { lines: UnifiedDiffLine[]; next: number } {
  const read: UnifiedDiffLine[] = [];
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isHunkStart(line) || (line !== '' && isBetween(line) && !/^\s/.test(line))) break;
    if (isFileStart(lines, at)) {
      if (isNamePair(lines, at) && !isHunkStart(lines[at + 2])) {
        throw new PatchError(
          `Line ${at + 1} of the patch can be read as a change or as the next file, since the counts of the hunk before it are wrong`,
        );
      }
      break;
    }
    if (!readLine(read, line)) {
      throw new PatchError(
        `Line ${at + 1} of the patch is no line of a hunk, which begins with a space, + or -: ${quoteLine(line)}`,
      );
    }
  }
  // Blank lines at the end are as likely to separate two hunks: losing a line of context is harmless.
  let end = at;
  while (lines[end - 1] === '' && read.length > 0) {
    read.pop();
    end -= 1;
  }
  if (read.length === 0) throw new PatchError(`Line ${from} of the patch heads a hunk without lines`);
  return { lines: read, next: at };
}

/**
 * Adds a line to those read; returns `false` if it is not a hunk line. Some programs drop the space of an
 * empty context line.
 */
function readLine(read: UnifiedDiffLine[], line: string): boolean {
  if (isNoNewline(line)) {
    const last = read.at(-1);
    if (last) last.text = last.text.replace(/\n$/, '');
    return last !== undefined;
  }
  const mark = line === '' || line === '\r' ? ' ' : line[0];
  if (mark !== ' ' && mark !== '+' && mark !== '-') return false;
  read.push({ mark, text: `${line === '\r' ? line : line.slice(1)}\n` });
  return true;
}

const isNoNewline = (line: string | undefined): boolean => line !== undefined && /^\\ .*newline/i.test(line);
