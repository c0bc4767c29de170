import type { Delimiter } from '#lib/core/algorithms/table/delimited-rows.ts';

/**
 * A quote that is not closed within this many characters counts as text: otherwise one stray quote would
 * swallow a whole file.
 */
const longestRow = 64 * 1024;

/** Where a row with quotes ends. `null`: a quote is not closed, so its line is to be read as it is. */
export function quotedRowEnd(
  text: string,
  start: number,
  delimiter: Delimiter,
): { end: number; next: number; cellCount: number; lineCount: number } | null {
  const separator = delimiter.charCodeAt(0);
  const max = Math.min(text.length, start + longestRow);
  let cellCount = 1;
  let lineCount = 1;
  let isOpen = false;
  for (let offset = start; offset < max; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) {
      const opens = !isOpen && (offset === start || text.charCodeAt(offset - 1) === separator);
      if (isOpen && text.charCodeAt(offset + 1) === 0x22) offset += 1;
      else if (isOpen || opens) isOpen = !isOpen;
    } else if (code === 0x0a) {
      if (!isOpen) return { end: offset, next: offset + 1, cellCount, lineCount };
      lineCount += 1;
    } else if (code === separator && !isOpen) cellCount += 1;
  }
  return isOpen || max < text.length ? null : { end: max, next: max + 1, cellCount, lineCount };
}
