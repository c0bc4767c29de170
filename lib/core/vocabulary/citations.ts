import { type LineRange, parseLineRange } from '../algorithms/lines/lines.ts';

export interface Citation {
  text: string;
  artifactId: string;
  lines: LineRange | null;
}

/**
 * Cuts text at its artifact citations (`art_…`, `art_…#L40`, `art_…#L40-L42`), in order.
 * Strings are plain text; a malformed line part is left as text.
 */
export function splitCitations(text: string): (string | Citation)[] {
  const parts: (string | Citation)[] = [];
  let from = 0;
  for (const match of text.matchAll(/\b(art_[a-z2-7]{26})(?:#(L\d{1,9}(?:-L?\d{1,9})?))?(?![A-Za-z0-9_])/g)) {
    const [whole, artifactId = '', spelled] = match;
    const lines = spelled === undefined ? null : parseLineRange(spelled);
    const cited = spelled !== undefined && lines === null ? artifactId : whole;
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ text: cited, artifactId, lines });
    from = match.index + cited.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
