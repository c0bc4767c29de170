import { itemsForModel } from '#lib/core/conversation/items-for-model.ts';
import { isToAgent } from '#lib/core/conversation/thread-items.ts';
import { durableEvent, type EventData, type NewEvent } from '#lib/core/vocabulary/events.ts';
import { tokensOfMessages } from '../count-context.ts';
import { summaryMessage } from '../model-history.ts';
import type { RunRequest } from '../run-request.ts';
import { countMessages, storeTranscript } from './compact.ts';
import { transcriptOf } from './transcript.ts';

/**
 * The provider compacted all that it was sent for a message, with words that only it can read and that go back to it
 * with the message. What is left out is stored as with a compaction of ours, so that people and the model can read it.
 * @param messageId the message, which is not in the log yet
 * @param sent what its model call sent; `null`: it was not counted
 * @returns `null`: there is nothing to leave out
 */
export async function recordProviderCompaction(
  { log, settings, conversation, author, runId, model }: RunRequest,
  messageId: string,
  sent: EventData<'session.usage_info'> | null,
): Promise<NewEvent | null> {
  const items = itemsForModel(log.state);
  const asked = items.findLast(isToAgent);
  const left = items.filter((item) => item !== asked);
  const messagesRemoved = countMessages(left);
  if (messagesRemoved === 0) return null;
  const artifactId = settings.newId('art');
  const summaryContent = `[[compacted: ${messagesRemoved} earlier messages of this conversation are summed up in your own compaction. All of them, with every view, are in ${artifactId}: recall_output reads it by lines or by a query.]]`;
  const summaryTokens = await tokensOfMessages([summaryMessage({ summaryContent })], settings.countText);
  const data: EventData<'session.compaction_complete'> = {
    ...{ artifactId, messageId, trigger: 'provider', model: model.id, messagesRemoved, summaryContent },
    preCompactionTokens: sent?.currentTokens ?? 0,
    // What the provider keeps is not known here.
    postCompactionTokens: (sent ? sent.parts.instructions + sent.parts.tools : 0) + summaryTokens,
  };
  await storeTranscript(transcriptOf(log.state, left), data, {
    artifacts: settings.stores.artifacts,
    account: { conversationId: conversation.id, member: { id: author.id, name: author.name } },
    runId,
    nowMs: settings.nowMs,
  });
  return durableEvent('session.compaction_complete', data, new Date(settings.nowMs()).toISOString());
}
