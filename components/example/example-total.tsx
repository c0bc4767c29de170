import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { formatNumber } from '../ui/format-number.ts';

/** Ends the example: how much of its results people see, and how much of them the model read. */
export function ExampleTotal({ toolCalls }: Pick<ConversationState, 'toolCalls'>) {
  const shown = Object.values(toolCalls).flatMap(({ result }) => result?.toolTelemetry ?? []);
  if (shown.length === 0) return null;
  // A result of unknown size, such as an image, counts only as what the model read, so that the difference is
  // never overstated.
  const full = shown.reduce((sum, { fullTokens }) => sum + (fullTokens ?? 0), 0);
  const sent = shown.reduce((sum, { sentTokens }) => sum + sentTokens, 0);
  return (
    <p className="example-total">
      In this example you see {formatNumber(full)} tokens of results; the model read {formatNumber(sent)}.
    </p>
  );
}
