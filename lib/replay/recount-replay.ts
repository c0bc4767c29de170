import type { RecountedReplay, RecountedRun } from '../core/api/replay-recount.ts';
import {
  type RawRun,
  type Replay,
  type ReplayFigures,
  rawRunSchema,
  type SplitSide,
  splitSides,
} from '../core/vocabulary/ledger/replay.ts';
import { recount } from './recount.ts';

type ReadRun = (id: string, task: string, split: SplitSide) => Promise<string | null>;

/** Recounts all figures of a replay from its raw runs, and reports where they differ. */
export async function recountReplay(replay: Replay, readRun: ReadRun): Promise<RecountedReplay> {
  const runs: RecountedRun[] = [];
  for (const { name, sides } of replay.tasks) {
    for (const split of sides === null ? [] : splitSides) {
      const raw = parseRun(await readRun(replay.id, name, split));
      const recounted = raw && (await recount(raw, replay.price));
      const result = sides?.[split];
      const differences = recounted && result ? differencesOf(result, recounted) : null;
      runs.push({ task: name, split, differences });
    }
  }
  return { runs };
}

const figureNames = [
  'inputTokens',
  'cacheReadTokens',
  'outputTokens',
  'isEstimated',
  'costMicrodollars',
  'steps',
  'recalls',
  'elapsedMs',
] as const satisfies (keyof ReplayFigures)[];

const differencesOf = (result: ReplayFigures, recounted: ReplayFigures) =>
  figureNames
    .filter((name) => result[name] !== recounted[name])
    .map((name) => ({ figure: name, stored: result[name], recounted: recounted[name] }));

/** `null`: the file is missing or invalid. */
function parseRun(text: string | null): RawRun | null {
  if (text === null) return null;
  try {
    return rawRunSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Truncated or edited by hand: there is nothing to count.
    return null;
  }
}
