import { ephemeralEvent } from '../core/vocabulary/events.ts';
import type { ElicitationAnswer } from '../core/vocabulary/tools/elicitation.ts';
import type { ServerQuestion } from '../tools/tool-context.ts';
import type { CallAccount } from './perform-call.ts';

/** Shows a question of an MCP server on the card of its call, and waits for an answer; aborted: `cancel`. */
export async function askPeople(
  { conversation, log, settings }: Pick<CallAccount, 'conversation' | 'log' | 'settings'>,
  toolCallId: string,
  { server, message, fields }: ServerQuestion,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const now = () => new Date(settings.nowMs()).toISOString();
  return await settings.elicitations.ask(
    { conversationId: conversation.id, toolCallId },
    { server, message, fields, timestamp: now() },
    {
      signal,
      // Feedback only: if the store is down, the next durable event fails.
      onChange: (elicitation) =>
        void log
          .appendLive([ephemeralEvent('tool.elicitation', { toolCallId, elicitation }, now())])
          .catch(settings.onStorageFailure),
    },
  );
}
