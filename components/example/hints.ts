import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';

/** A hint beside a card of the example. */
export interface Hint {
  toolCallId: string;
  title: string;
  text: string;
  /** The key that does the same. */
  key?: string;
}

/** The hints beside the first result and the first change; shown in this order, one at a time. */
export function hintsOf({ toolCalls }: Pick<ConversationState, 'toolCalls'>): Hint[] {
  const shown = Object.values(toolCalls).filter(
    ({ result }) => (result?.toolTelemetry.artifactId ?? null) !== null,
  );
  const first = shown.find(({ toolName }) => !isUndoable(toolName));
  const change = shown.find(({ toolName }) => isUndoable(toolName));
  return [
    ...(first
      ? [
          {
            toolCallId: first.toolCallId,
            title: 'Flip to see what the model saw',
            text: `${amountsOf(first.result?.toolTelemetry)} Use the arrows in its head.`,
            key: 'F',
          },
        ]
      : []),
    ...(change
      ? [
          {
            toolCallId: change.toolCallId,
            title: 'Undo, any time',
            text: 'Undo takes a change back as long as its card is here. It works in this example, too.',
          },
        ]
      : []),
  ];
}

function amountsOf(telemetry: { fullTokens: number | null; sentTokens: number } | undefined): string {
  if (!telemetry || telemetry.fullTokens === null) return 'You see all of it, the model read a short view.';
  const [full, sent] = [telemetry.fullTokens, telemetry.sentTokens].map((count) =>
    count.toLocaleString('en-US'),
  );
  return `You see all ${full} tokens; the model read ${sent}.`;
}

const isUndoable = (toolName: string): boolean => profileOf(toolName)?.isUndoable === true;
