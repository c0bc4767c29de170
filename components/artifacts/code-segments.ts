/** A stretch of a line in one colour. */
export interface Segment {
  text: string;
  className: string;
  isMarked: boolean;
}

/** A row as the highlighter gives it: nested spans with text at the leaves. */
export interface HighlightedRow {
  value?: string | number | undefined;
  properties?: { className?: unknown[] } | undefined;
  children?: HighlightedRow[] | undefined;
}

/** Flattens a row to its stretches. The line end that the highlighter leaves in is dropped. */
export function segmentsOfRow(row: HighlightedRow): Segment[] {
  const segments: Segment[] = [];
  const visit = (node: HighlightedRow, className: string) => {
    if (node.value !== undefined) {
      const text = String(node.value).replace(/\n$/, '');
      if (text !== '') segments.push({ text, className, isMarked: false });
      return;
    }
    const own = (node.properties?.className ?? []).join(' ');
    for (const child of node.children ?? []) visit(child, own || className);
  };
  visit(row, '');
  return segments;
}

export const plainSegments = (text: string): Segment[] => [{ text, className: '', isMarked: false }];

/** Marks every occurrence of `find`, cutting stretches where a mark begins or ends. */
export function markSegments(segments: Segment[], find: Find | null): Segment[] {
  if (find === null) return segments;
  const ranges = occurrences(segments.map((segment) => segment.text).join(''), find);
  if (ranges.length === 0) return segments;
  let start = 0;
  return segments.flatMap((segment) => {
    const pieces = cutAt(segment, start, ranges);
    start += segment.text.length;
    return pieces;
  });
}

export interface Find {
  text: string;
  ignoreCase: boolean;
}

function occurrences(text: string, find: Find): [number, number][] {
  const [haystack, needle] = find.ignoreCase
    ? [text.toLowerCase(), find.text.toLowerCase()]
    : [text, find.text];
  const found: [number, number][] = [];
  // Lower case can change a text's length (İ): then places would not fit, and nothing is marked.
  if (needle === '' || haystack.length !== text.length) return found;
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + needle.length)) {
    found.push([at, at + needle.length]);
  }
  return found;
}

function cutAt(segment: Segment, start: number, ranges: [number, number][]): Segment[] {
  const end = start + segment.text.length;
  const cuts = new Set([start, end]);
  for (const edge of ranges.flat()) if (edge > start && edge < end) cuts.add(edge);
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((from, index) => ({
    ...segment,
    text: segment.text.slice(from - start, (places[index + 1] ?? end) - start),
    isMarked: ranges.some(([a, b]) => from >= a && from < b),
  }));
}
