import type { ConversationState } from '../../lib/core/conversation-state.ts';
import { formatNumber } from '../ui/format-number.ts';

/** Closes the example: how much of its results people see, and how much of them the model read. */
export function ExampleTotal({ toolCalls }: Pick<ConversationState, 'toolCalls'>) {
  const shown = Object.values(toolCalls).flatMap(({ result }) => result?.toolTelemetry ?? []);
  if (shown.length === 0) return null;
  // What has no known size, such as an image, counts on the model's side alone: the difference is never told too large.
  const full = shown.reduce((sum, { fullTokens }) => sum + (fullTokens ?? 0), 0);
  const sent = shown.reduce((sum, { sentTokens }) => sum + sentTokens, 0);
  return (
    <p className="example-total">
      In this example you see {formatNumber(full)} tokens of results; the model read {formatNumber(sent)}.
    </p>
  );
}
