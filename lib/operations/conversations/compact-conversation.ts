import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { totalTokens } from '#lib/core/vocabulary/context-parts.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { type DurableEvent, durableEvent } from '#lib/core/vocabulary/events.ts';
import { type CompactionNeeds, compact, planCompaction, wasOvertaken } from '#lib/runs/compaction/compact.ts';
import { countContext } from '#lib/runs/count-context.ts';
import { createItemMessages, toModelMessages } from '#lib/runs/model-history.ts';
import { usageInfoOf } from '#lib/runs/usage-info.ts';
import { requireConversation } from '../access.ts';
import type { MemberCall } from '../member-call.ts';
import { holdConversation } from '../workspaces/hold-conversation.ts';
import { readNextCall } from './conversation-usage.ts';

/**
 * Compacts a conversation by hand: all but its last answer, and the message that this answers.
 * @throws VitrineError `not_possible` while a run is active, or where there is too little
 */
export async function compactConversation(
  { member, services }: MemberCall,
  conversation: Conversation,
): Promise<void> {
  const { stores, countText, nowMs, newId } = services;
  const by = { id: member.id, name: member.name };
  await holdConversation(services, conversation.id, async () => {
    const present = await requireConversation(services, member, conversation.id, 'write');
    const { state, model, attachmentTexts, prompt, windowTokens } = await readNextCall(
      services,
      present,
      member.id,
    );
    const needs: CompactionNeeds = {
      account: {
        conversationId: present.id,
        conversationTitle: state.title ?? present.title,
        workspace: present.workspace,
        member: by,
        parentToolCallId: null,
      },
      charge: () => {},
      runId: null,
      policy: services.compaction,
      // A person who asked for it waits.
      signal: new AbortController().signal,
      artifacts: stores.artifacts,
      countText,
      messagesOf: createItemMessages(state, attachmentTexts, new Map(), null),
      reader: model.id,
      windowTokens,
      newArtifactId: () => newId('art'),
      nowMs,
    };
    const tokens = totalTokens(await countContext(prompt, countText));
    const planned = await planCompaction(state, tokens, by, needs);
    if (planned === null)
      throw new VitrineError('not_possible', 'There is too little before the last answer to compact.');
    const now = new Date(nowMs()).toISOString();
    const compacted = await compact(state, planned, needs);
    if (wasOvertaken(planned, await services.readState(present.id))) {
      await stores.artifacts.delete(planned.start.artifactId);
      throw new VitrineError('not_possible', 'A message was deleted meanwhile. Compact again.');
    }
    const next = reduceEvents([{ ...compacted, id: state.cursor ?? '' } as DurableEvent], state);
    const sent = { ...prompt, messages: toModelMessages(next, attachmentTexts, new Map(), null, model.id) };
    const info = await usageInfoOf({ model, windowTokens, settings: services }, sent);
    return [
      durableEvent('session.compaction_start', planned.start, now),
      compacted,
      durableEvent('session.usage_info', info, now),
    ];
  });
}
