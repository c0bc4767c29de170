import type { StepEntry } from './ledger.ts';

/** All in micro-dollars. */
export interface StepMoney {
  /** By the tool whose results the model did not read whole: what that saved, and what reading more of them cost. */
  byTool: { toolName: string; savedMicrodollars: number; recallMicrodollars: number }[];
  /** What the split costs itself, of which no tool is the cause. */
  overhead: number;
}

/**
 * What a step would have cost more without the split. `null`: its price, or what it was charged for, is not known.
 * A step that only read more of earlier results would not have been: all it cost is overhead.
 */
export function moneyOfStep({
  price,
  usage,
  carried,
  overheadTokens,
  isRecall,
}: StepEntry): StepMoney | null {
  if (price === null || usage.inputTokens === null) return null;
  if (isRecall) {
    const cost = costOfStep({ price, usage });
    return cost === null ? null : { byTool: [], overhead: cost };
  }
  // Whoever reports what it read from its cache charges what is carried again as such.
  const rate = usage.cacheReadTokens ? (price.cachedInput ?? price.input) : price.input;
  return {
    byTool: carried.map(({ toolName, avoidedTokens, recallTokens }) => ({
      toolName,
      savedMicrodollars: atRate(avoidedTokens, rate),
      recallMicrodollars: atRate(recallTokens, rate),
    })),
    overhead: atRate(overheadTokens, rate),
  };
}

/** What the provider charges for it; `null`: not known. */
export function costOfStep({ price, usage }: Pick<StepEntry, 'price' | 'usage'>): number | null {
  const { inputTokens, outputTokens } = usage;
  if (price === null || inputTokens === null || outputTokens === null) return null;
  const cached = Math.min(usage.cacheReadTokens ?? 0, inputTokens);
  return (
    atRate(inputTokens - cached, price.input) +
    atRate(cached, price.cachedInput ?? price.input) +
    atRate(outputTokens, price.output)
  );
}

/** Whole micro-dollars, of signed tokens. */
const atRate = (tokens: number, microdollarsAMillion: number): number =>
  Math.round((tokens * microdollarsAMillion) / 1_000_000);
