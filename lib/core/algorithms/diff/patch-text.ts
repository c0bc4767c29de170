import { applyHunks, type HunkResult } from './apply-hunks.ts';
import type { Hunk, UnifiedDiffLine } from './unified-diff.ts';

const mark = '\ufeff';

/**
 * Applies hunks whose author saw the text but not its byte order mark, its line endings, or whether its last
 * line has one. Whatever the hunks do not mention stays as it is.
 */
export function patchText(
  text: string,
  hunks: readonly Hunk[],
): { text: string | null; results: HunkResult[] } {
  const speaksOf = (isSpoken: (line: UnifiedDiffLine) => boolean) =>
    hunks.some(({ lines }) => lines.some(isSpoken));
  const hasMark = text.startsWith(mark) && !speaksOf((line) => line.text.includes(mark));
  const isCrlf = usesCrlf(text) && !speaksOf((line) => line.text.includes('\r'));
  const isOpenEnded = /[^\n]$/.test(text) && !speaksOf((line) => !line.text.endsWith('\n'));
  const newline = isCrlf ? '\r\n' : '\n';
  const start = hasMark ? mark : '';
  const end = isOpenEnded ? newline : '';
  const applied = applyHunks(`${text.slice(start.length)}${end}`, isCrlf ? hunks.map(toCrlf) : hunks, {
    mayMove: true,
  });
  if (applied.text === null) return applied;
  const output = applied.text.endsWith(newline)
    ? applied.text.slice(0, applied.text.length - end.length)
    : applied.text;
  return { ...applied, text: `${start}${output}` };
}

/** Whether every line end is CRLF. */
export const usesCrlf = (text: string): boolean => text.includes('\r\n') && !/(?<!\r)\n/.test(text);

const toCrlf = (hunk: Hunk): Hunk => ({
  ...hunk,
  lines: hunk.lines.map(({ mark, text }) => ({ mark, text: text.replace(/\n$/, '\r\n') })),
});
