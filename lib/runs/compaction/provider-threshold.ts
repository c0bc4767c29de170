import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { RunRequest } from '../run-request.ts';

/** At how many tokens the provider compacts what it is sent; `null`: it does not. */
export function providerThreshold({
  settings,
  model,
  windowTokens,
}: Pick<RunRequest, 'settings' | 'model' | 'windowTokens'>): number | null {
  const { share, byProvider } = settings.compaction;
  return byProvider && model.offersCompaction && windowTokens !== null
    ? Math.floor(windowTokens * share)
    : null;
}

/** At which share of the window we compact: later, where the provider does it first. */
export function ownShare(request: Parameters<typeof providerThreshold>[0]): number {
  const { share } = request.settings.compaction;
  return providerThreshold(request) === null ? share : (1 + share) / 2;
}

/**
 * The conversation as a model can read it: what a provider compacted goes back to it whether it still compacts or
 * not, but a model that cannot be sent it reads all messages.
 */
export const readableBy = (
  { offersCompaction }: Pick<RunRequest['model'], 'offersCompaction'>,
  state: ConversationState,
): ConversationState =>
  offersCompaction
    ? state
    : { ...state, compactions: state.compactions.filter(({ trigger }) => trigger !== 'provider') };

export const readableState = ({ log, model }: Pick<RunRequest, 'log' | 'model'>): ConversationState =>
  readableBy(model, log.state);
