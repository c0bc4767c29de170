import { itemsForModel } from '#lib/core/conversation/items-for-model.ts';
import { isToAgent, type ThreadItem } from '#lib/core/conversation/thread-items.ts';
import { durableEvent, type EventData, type NewEvent } from '#lib/core/vocabulary/events.ts';
import { tokensOfMessages } from '../count-context.ts';
import { summaryMessage } from '../model-history.ts';
import type { RunRequest } from '../run-request.ts';
import { countMessages, storeTranscript, wasOvertaken } from './compact.ts';
import { readableState } from './provider-threshold.ts';
import { wayToAll } from './summarise-by-rule.ts';
import { transcriptOf } from './transcript.ts';

export type ProviderCompaction = Extract<NewEvent, { type: 'session.compaction_complete' }>;

interface SentMessages {
  /** The message that came with the compaction; it is not in the log yet. */
  messageId: string;
  /** What its model call sent; `null`: it was not counted. */
  sent: EventData<'session.usage_info'> | null;
  /** The thread when it was called. */
  sentItems: readonly ThreadItem[];
}

/**
 * The provider compacted all that it was sent for a message, with words that only it can read and that go back to it
 * with the message. What is left out is stored as with a compaction of ours, so that people and the model can read it.
 * @returns `null`: there is nothing to leave out, or a message that it stands for was deleted meanwhile
 */
export async function recordProviderCompaction(
  request: RunRequest,
  { messageId, sent, sentItems }: SentMessages,
): Promise<ProviderCompaction | null> {
  const { log, settings, conversation, author, runId, model } = request;
  await log.catchUp();
  const state = readableState(request);
  if (wasOvertaken({ first: sentItems.length, items: sentItems }, state)) return null;
  const items = itemsForModel(state);
  const asked = items.findLast(isToAgent);
  const left = items.filter((item) => item !== asked);
  const messagesRemoved = countMessages(left);
  if (messagesRemoved === 0) return null;
  const artifactId = settings.newId('art');
  const summaryContent = `[[compacted: ${messagesRemoved} earlier messages of this conversation are summed up in your own compaction. ${wayToAll(artifactId, settings.compaction)}]]`;
  const askedAgain = asked ? [{ role: 'user' as const, content: asked.content }] : [];
  const messages = [summaryMessage({ summaryContent }), ...askedAgain];
  const messageTokens = await tokensOfMessages(messages, settings.countText);
  const data: EventData<'session.compaction_complete'> = {
    ...{ artifactId, messageId, trigger: 'provider', model: model.id, messagesRemoved, summaryContent },
    preCompactionTokens: sent?.currentTokens ?? 0,
    // What the provider keeps is not known here, nor is the message that came with it.
    postCompactionTokens: (sent ? sent.parts.instructions + sent.parts.tools : 0) + messageTokens,
  };
  await storeTranscript(transcriptOf(state, left), data, {
    artifacts: settings.stores.artifacts,
    account: { conversationId: conversation.id, member: { id: author.id, name: author.name } },
    runId,
    nowMs: settings.nowMs,
  });
  return durableEvent('session.compaction_complete', data, new Date(settings.nowMs()).toISOString());
}
