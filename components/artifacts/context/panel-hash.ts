import { formatLineRange, type LineRange, parseLineRange } from '#lib/core/algorithms/lines/lines.ts';

/** What the panel shows: an artifact and its selected lines, by displayed line number. */
export interface PanelTarget {
  artifactId: string;
  lines: LineRange | null;
  /** Opens with both views next to each other. */
  isBoth?: true;
}

/** `art_x`, `art_x:L40-L62` or `art_x:both`: the part after `#` in a page's address, so that a link leads to the open panel. */
export function formatPanelHash({ artifactId, lines, isBoth }: PanelTarget): string {
  if (lines !== null) return `${artifactId}:${formatLineRange(lines)}`;
  return isBoth ? `${artifactId}:both` : artifactId;
}

/** Parses what `formatPanelHash` wrote, with or without the `#`. `null`: it names no artifact. */
export function parsePanelHash(hash: string): PanelTarget | null {
  const match = /^#?(art_[A-Za-z0-9_-]{1,64})(?::(both|L\d{1,9}(?:-L?\d{1,9})?))?$/.exec(hash);
  if (!match?.[1]) return null;
  if (match[2] === 'both') return { artifactId: match[1], lines: null, isBoth: true };
  return { artifactId: match[1], lines: match[2] === undefined ? null : parseLineRange(match[2]) };
}

/** The sub-agent whose thread an address leads to. `null`: it leads to none. */
export const parseAgentHash = (hash: string): string | null =>
  /^#?(agt_[A-Za-z0-9_-]{1,64})$/.exec(hash)?.[1] ?? null;
