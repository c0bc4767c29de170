import { z } from 'zod';
import type { RecountedReplay, RecountedRun } from '../core/api/replay-recount.ts';
import { type RecordedCall, recordedCallSchema } from '../core/vocabulary/ledger/recorded-call.ts';
import {
  type RawRun,
  type Replay,
  type ReplayFigures,
  type RunName,
  rawRunSchema,
  splitSides,
} from '../core/vocabulary/ledger/replay.ts';
import { unpackCalls } from './packed-calls.ts';
import { createSizes, recount } from './recount.ts';

type ReadRun = (id: string, run: RunName) => Promise<string | null>;

/**
 * Recounts all figures of a replay from its raw runs, and reports where they differ.
 * @param inTurn runs the count of one run when it is its turn, so that others are not kept waiting by all of them
 */
export async function recountReplay(
  replay: Replay,
  readRun: ReadRun,
  inTurn: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<RecountedReplay> {
  const sizes = await createSizes();
  const runs: RecountedRun[] = [];
  for (const { name: task, rounds } of replay.tasks) {
    for (const { round, ...sides } of rounds) {
      for (const split of splitSides) {
        const run = { task, round, split };
        const recounted = await inTurn(async () => {
          const raw = readCalls(await readRun(replay.id, run));
          return raw && (await recount(raw, replay.price, sizes));
        });
        runs.push({ ...run, differences: recounted && differencesOf(sides[split], recounted) });
      }
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
  'repeatedTokens',
  'definitionTokens',
  'compactions',
  'elapsedMs',
] as const satisfies (keyof ReplayFigures)[];

const differencesOf = (result: ReplayFigures, recounted: ReplayFigures) =>
  figureNames
    .filter((name) => result[name] !== recounted[name] && !isNotCounted(name, result))
    .map((name) => ({ figure: name, stored: result[name], recounted: recounted[name] }));

/** Figures that an earlier version did not count. */
const isNotCounted = (name: keyof ReplayFigures, result: ReplayFigures): boolean =>
  result[name] === null &&
  (name === 'definitionTokens' || name === 'repeatedTokens' || name === 'compactions');

/** `null`: the file is missing or invalid. */
function readCalls(text: string | null): { calls: RecordedCall[]; events: RawRun['events'] } | null {
  if (text === null) return null;
  try {
    const json: unknown = JSON.parse(text);
    const run = rawRunSchema.safeParse(json).data;
    if (run) return { calls: unpackCalls(run), events: run.events };
    return unpackedRunSchema.safeParse(json).data ?? null;
  } catch {
    // Truncated or edited by hand: there is nothing to count.
    return null;
  }
}

/** As an earlier version stored it: every call with all its messages. */
const unpackedRunSchema = z.object({
  calls: z.array(recordedCallSchema),
  events: rawRunSchema.shape.events,
});
