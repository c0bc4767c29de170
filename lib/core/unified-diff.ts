/** A line of a hunk: kept, taken out or put in. Its text holds its line end; only the last line of a file may have none. */
export interface UnifiedDiffLine {
  mark: ' ' | '-' | '+';
  text: string;
}

/** A stretch of changed lines, with some of those around it. */
export interface Hunk {
  /** The first line in the old file, from 1. Where the hunk has no old lines: the line before it, 0 at the start. */
  oldStart: number;
  /** The same in the new file. */
  newStart: number;
  lines: UnifiedDiffLine[];
}

/** What a diff does to one file. */
export interface FileDiff {
  /** `null`: the file is made. */
  oldPath: string | null;
  /** `null`: the file is removed. Another than `oldPath`: it is renamed. */
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

/** The diff that takes this one back. */
export const reverseDiff = ({ oldPath, newPath, hunks }: FileDiff): FileDiff => ({
  oldPath: newPath,
  newPath: oldPath,
  hunks: hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart: newStart,
    newStart: oldStart,
    lines: lines.map(({ mark, text }) => ({ mark: opposite[mark], text })),
  })),
});
