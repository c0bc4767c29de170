import type { RunRequest } from '../run-request.ts';

type Compacting = Pick<RunRequest, 'settings' | 'model' | 'windowTokens'>;

/** At how many tokens the provider compacts what it is sent; `null`: it does not. */
export function providerThreshold({ settings, model, windowTokens }: Compacting): number | null {
  const { share, byProvider } = settings.compaction;
  return byProvider && model.offersCompaction && windowTokens !== null
    ? Math.floor(windowTokens * share)
    : null;
}

/** At which share of the window we compact: later, where the provider does it first. */
export function ownShare(request: Compacting): number {
  const { share } = request.settings.compaction;
  return providerThreshold(request) === null ? share : (1 + share) / 2;
}

/** Whether the provider gets back what only it can read. */
export const sendsReasoningBack = (request: Compacting): boolean =>
  request.model.keepsReasoning || providerThreshold(request) !== null;
