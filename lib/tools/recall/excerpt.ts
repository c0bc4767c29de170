import type { GatheredLine } from './gather-lines.ts';

export interface LineMatches {
  /** Byte offsets in the text, most important first; empty: a context line. */
  offsets: readonly number[];
  /** Number of matches in the line, including those without an offset here. */
  count: number;
  isMore: boolean;
}

/** Maximum number of windows shown for one line. */
const maxWindows = 4;
/** Omitting less than this saves nothing. */
const spareBytes = 24;
/** For a line longer than this, its length is shown. */
const longBytes = 2_000;

/**
 * A line in about the given number of bytes: whole, or the parts around its matches, with a count of what is
 * not shown.
 */
export function recallExcerpt(
  gathered: GatheredLine,
  { offsets, count, isMore }: LineMatches,
  width: number,
): string {
  const { from: start, byteLength } = gathered;
  const end = start + byteLength;
  if (byteLength <= width + spareBytes) return decode(gathered, start, end).replace(/\r$/, '');
  const shown = offsets.slice(0, Math.max(1, Math.min(maxWindows, Math.floor(width / 80))));
  const ranges = rangesAround(shown, start, end, width);
  const texts = ranges.map(({ from, to }) => decode(gathered, from, to));
  const more =
    count - offsets.filter((index) => ranges.some(({ from, to }) => index >= from && index < to)).length;
  const notes = [
    ...(more > 0 || isMore ? [`+${more.toLocaleString('en-US')}${isMore ? ' or more' : ''} matches`] : []),
    ...(byteLength > longBytes ? [`the line has ${byteLength.toLocaleString('en-US')} bytes`] : []),
  ];
  const hasMore = (ranges.at(-1)?.to ?? end) < end;
  return [
    (ranges[0]?.from ?? start) > start ? '…' : '',
    texts.join('…'),
    hasMore ? '…' : '',
    notes.length > 0 ? ` (${notes.join('; ')})` : '',
  ].join('');
}

interface Range {
  from: number;
  to: number;
}

/** More after an offset than before it: what the match is about comes after it. */
function rangesAround(offsets: readonly number[], start: number, end: number, width: number): Range[] {
  if (offsets.length === 0) return [{ from: start, to: start + width }];
  const share = Math.floor(width / offsets.length);
  const ranges: Range[] = [];
  for (const index of offsets.toSorted((one, other) => one - other)) {
    const before = index - Math.floor(share * 0.35);
    const from = before - start < spareBytes ? start : before;
    const after = from + share;
    const to = end - after < spareBytes ? end : after;
    const last = ranges.at(-1);
    if (last && from - last.to < spareBytes) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges;
}

/** Decodes whole characters of [from, to), as far as they were read. */
function decode({ parts }: GatheredLine, from: number, to: number): string {
  const part = parts.findLast((one) => one.from <= from);
  if (!part) return '';
  let bytes = part.bytes.subarray(from - part.from, to - part.from);
  for (let cut = 0; cut < 3 && from > part.from && isContinuation(bytes[0]); cut += 1)
    bytes = bytes.subarray(1);
  // A streaming decoder withholds a character that the end cuts.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
