import type { StepUsage } from '../core/vocabulary/ledger/ledger.ts';

/** Usage as the AI SDK reports it, from whatever a provider sent. */
export interface ReportedUsage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  inputTokenDetails: { cacheReadTokens: number | undefined; cacheWriteTokens: number | undefined };
  outputTokenDetails: { reasoningTokens: number | undefined };
}

/** What is believable of it. */
export const readUsage = (usage: ReportedUsage): StepUsage => {
  const inputTokens = plausible(usage.inputTokens);
  const part = (tokens: number | undefined, whole: number | null) => {
    const count = plausible(tokens);
    return count !== null && whole !== null && count > whole ? null : count;
  };
  const outputTokens = plausible(usage.outputTokens);
  return {
    inputTokens,
    cacheReadTokens: part(usage.inputTokenDetails.cacheReadTokens, inputTokens),
    cacheWriteTokens: part(usage.inputTokenDetails.cacheWriteTokens, inputTokens),
    outputTokens,
    reasoningTokens: part(usage.outputTokenDetails.reasoningTokens, outputTokens),
  };
};

/** No model takes or gives more in one call, so a higher figure is an error of the reporter. */
const maxTokens = 100_000_000;

const plausible = (tokens: number | undefined): number | null =>
  tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 && tokens <= maxTokens ? tokens : null;
