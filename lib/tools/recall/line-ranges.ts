import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';

/** The range of existing lines, by the numbers people see. */
export interface LineExtent {
  first: number;
  last: number;
}

const maxRanges = 20;
const digits = String.raw`[Ll]?(\d{1,9})`;
const between = new RegExp(String.raw`^${digits}\s*(?:-|–|:|\.\.|to)\s*${digits}$`);
const from = new RegExp(String.raw`^${digits}\s*(?:-|–|:|\.\.|to(?: the)? end)$`);
const one = new RegExp(`^${digits}$`);
const last = /^(?:(?:the )?(?:last|tail)\s*(?:-n\s*)?|-)(\d{1,9})(?:\s+lines?)?$/i;
const first = /^(?:the )?(?:first|head)\s*(?:-n\s*)?(\d{1,9})(?:\s+lines?)?$/i;

/**
 * Parses line ranges as models write them: `40-62`, `40:62`, `40`, `2990-`, `-5`, `last 20` and `first 20`,
 * several separated by commas. `null`: one of them is not a range.
 */
export function parseLineRanges(text: string, extent: LineExtent): LineRange[] | null {
  const parts = text
    .trim()
    .replace(/^lines?\s+/i, '')
    .split(/\s*[,;]\s*/, maxRanges);
  const ranges = parts.map((part) => parseOne(part.trim(), extent));
  return ranges.every((range) => range !== null) ? ranges : null;
}

/** Whether a query is a line range rather than words to find. */
export const isLineRange = (query: string): boolean =>
  /^(?:lines?|last|first|tail|head)\s|^\d+\s*(?:-|–|:|\.\.)\s*\d*(?:\s*[,;][\d\s,;:.–-]*)?$|^-\d+$/i.test(
    query.trim(),
  ) && parseLineRanges(query, { first: 1, last: 1 }) !== null;

function parseOne(text: string, extent: LineExtent): LineRange | null {
  const bounds = between.exec(text) ?? from.exec(text) ?? one.exec(text);
  if (bounds) {
    const start = Number(bounds[1]);
    const end = between.test(text)
      ? Number(bounds[2])
      : one.test(text)
        ? start
        : Math.max(start, extent.last);
    return start >= 1 && start <= end ? { from: start, to: end } : null;
  }
  const fromEnd = Number(last.exec(text)?.[1] ?? 0);
  if (fromEnd > 0) return { from: Math.max(extent.first, extent.last - fromEnd + 1), to: extent.last };
  const fromStart = Number(first.exec(text)?.[1] ?? 0);
  return fromStart > 0 ? { from: extent.first, to: extent.first + fromStart - 1 } : null;
}
