/**
 * A line of a hunk: unchanged, removed or added. Its text includes its line end; only the last line of a file
 * may lack one.
 */
export interface UnifiedDiffLine {
  mark: ' ' | '-' | '+';
  text: string;
}

/** A group of changed lines with some context lines around them. */
export interface Hunk {
  /**
   * The first line in the old file, from 1. If the hunk has no old lines: the line before it, 0 at the start.
   */
  oldStart: number;
  /** The same in the new file. */
  newStart: number;
  lines: UnifiedDiffLine[];
}

/** What a diff does to one file. */
export interface FileDiff {
  /** `null`: the file is created. */
  oldPath: string | null;
  /** `null`: the file is removed. If it differs from `oldPath`, the file is renamed. */
  newPath: string | null;
  hunks: Hunk[];
}

export const oldTexts = ({ lines }: Hunk): string[] =>
  lines.filter(({ mark }) => mark !== '+').map(({ text }) => text);

export const newTexts = ({ lines }: Hunk): string[] =>
  lines.filter(({ mark }) => mark !== '-').map(({ text }) => text);

/** `@@ -10,6 +10,7 @@` */
export function hunkHeader(hunk: Hunk): string {
  const range = (start: number, count: number) => (count === 1 ? `${start}` : `${start},${count}`);
  const oldRange = range(hunk.oldStart, oldTexts(hunk).length);
  return `@@ -${oldRange} +${range(hunk.newStart, newTexts(hunk).length)} @@`;
}

const opposite = { ' ': ' ', '-': '+', '+': '-' } as const;

/** The diff that undoes this one. */
export const reverseDiff = ({ oldPath, newPath, hunks }: FileDiff): FileDiff => ({
  oldPath: newPath,
  newPath: oldPath,
  hunks: hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart: newStart,
    newStart: oldStart,
    lines: lines.map(({ mark, text }) => ({ mark: opposite[mark], text })),
  })),
});
