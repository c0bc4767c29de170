import { z } from 'zod';

/** One time the model asked for more, as people read it. */
const askRowSchema = z.object({
  id: z.string(),
  timestamp: z.iso.datetime(),
  /** What it asked for: `lines 40-62`, `"setImmediate"`. */
  ask: z.string(),
  /** The result it asked for more of. */
  title: z.string(),
  artifactId: z.string().nullable(),
  conversation: z.object({ id: z.string(), title: z.string() }),
});
export type AskRow = z.infer<typeof askRowSchema>;

/** Similar asks. */
const askGroupSchema = z.object({
  count: z.number().int(),
  /** The latest of them, newest first. */
  latest: z.array(askRowSchema),
});
export type AskGroup = z.infer<typeof askGroupSchema>;

export const recallAsksSchema = z.object({
  /** Most frequent first, then newest. */
  groups: z.array(askGroupSchema),
  /** Number of recalls in conversations that the reader may not see. */
  hiddenCount: z.number().int(),
  /** Earlier asks exist that were not read. */
  isCut: z.boolean(),
});
export type RecallAsks = z.infer<typeof recallAsksSchema>;

const shownOfGroup = 3;

/**
 * Any two line ranges are similar; other asks are similar if they differ only in case, blanks and numbers.
 */
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
