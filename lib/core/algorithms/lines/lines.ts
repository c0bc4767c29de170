/** 1-based, inclusive. */
export interface LineRange {
  from: number;
  to: number;
}

/**
 * Parses `40`, `40-62`, `L40` or `L40-L62`. Returns `null` if the numbers are not integers, from < 1, or from
 * > to.
 */
export function parseLineRange(text: string): LineRange | null {
  const match = /^L?(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(text.trim());
  if (!match) return null;
  const from = Number(match[1]);
  const to = match[2] === undefined ? from : Number(match[2]);
  return from >= 1 && from <= to ? { from, to } : null;
}

export const formatLineRange = ({ from, to }: LineRange): string =>
  from === to ? `L${from}` : `L${from}-L${to}`;
