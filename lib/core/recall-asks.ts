/** One time that the model came back for more, as people read it. */
export interface AskRow {
  id: string;
  timestamp: string;
  /** What it asked for: `lines 40-62`, `"setImmediate"`. */
  ask: string;
  /** What it came back to. */
  title: string;
  artifactId: string | null;
  conversation: { id: string; title: string };
}

/** Asks that are alike. */
export interface AskGroup {
  count: number;
  /** The latest of them, newest first. */
  latest: AskRow[];
}

export interface RecallAsks {
  /** Most frequent first, then newest. */
  groups: AskGroup[];
  /** Recalls in conversations that are not for who reads this: no more of them is told. */
  hiddenCount: number;
  /** There are earlier ones that were not read. */
  isCut: boolean;
}

const shownOfGroup = 3;

/** Ranges of lines are alike, whichever they are; other asks where they differ in case, blanks and numbers alone. */
export const alikeKey = (ask: string): string =>
  /^lines\b/.test(ask) ? 'lines' : ask.toLowerCase().replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ');

/** @param rows newest first */
export function groupAsks(rows: readonly AskRow[]): AskGroup[] {
  const groups = new Map<string, AskRow[]>();
  for (const row of rows) {
    const key = alikeKey(row.ask);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()]
    .map((alike) => ({ count: alike.length, latest: alike.slice(0, shownOfGroup) }))
    .sort((one, other) => other.count - one.count);
}
