import type { StepEntry } from './ledger.ts';

/** All amounts in micro-dollars. */
export interface StepMoney {
  /** By the tool whose results were not sent whole: what that saved, and what recalls of them cost. */
  byTool: { toolName: string; savedMicrodollars: number; recallMicrodollars: number }[];
  /** The split's own cost that no tool causes. */
  overhead: number;
}

/**
 * What a step would have cost in addition without the split. `null`: its price or its billed usage is
 * unknown. A step that only read more of earlier results would not have happened, so its entire cost is
 * overhead.
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
  // A provider that reports cache reads charges re-sent tokens at the cached rate.
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

/** What the provider charges for the step; `null`: unknown. */
export function costOfStep({ price, usage }: Pick<StepEntry, 'price' | 'usage'>): number | null {
  const { inputTokens, outputTokens } = usage;
  if (price === null || inputTokens === null || outputTokens === null) return null;
  const cached = Math.min(usage.cacheReadTokens ?? 0, inputTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, inputTokens - cached);
  return (
    atRate(inputTokens - cached - written, price.input) +
    atRate(cached, price.cachedInput ?? price.input) +
    atRate(written, price.cacheWrite ?? price.input) +
    atRate(outputTokens, price.output)
  );
}

/** Whole micro-dollars for a signed number of tokens. */
const atRate = (tokens: number, microdollarsAMillion: number): number =>
  Math.round((tokens * microdollarsAMillion) / 1_000_000);
