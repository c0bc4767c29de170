import type { ModelMessage } from 'ai';
import type { ThreadItem } from '#lib/core/conversation/thread-items.ts';
import { limits } from '#lib/core/limits.ts';
import { totalTokens } from '#lib/core/vocabulary/context-parts.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { countContext, type Prompt, toolText } from '../count-context.ts';
import type { RunRequest } from '../run-request.ts';
import { type CompactionNeeds, compact, planCompaction } from './compact.ts';

/**
 * Compacts what a run's next model call would send, if that nearly fills the window: the call then reads other messages.
 * Where the window is not known, nothing is compacted.
 * @returns whether it was compacted
 */
export async function compactWhereFull(
  { log, settings, conversation, author, runId, windowTokens }: RunRequest,
  prompt: Prompt,
  messagesOf: () => Promise<(item: ThreadItem) => ModelMessage[]>,
): Promise<boolean> {
  if (windowTokens === null) return false;
  const maxTokens = windowTokens * limits.compactionShare;
  // A token is at least a byte, so most calls need no counting.
  if (bytesOf(prompt) <= maxTokens) return false;
  const tokens = totalTokens(await countContext(prompt, settings.countText));
  if (tokens <= maxTokens) return false;
  // What people deleted meanwhile is in no summary.
  await log.catchUp();
  const needs: CompactionNeeds = {
    conversationId: conversation.id,
    author,
    runId,
    artifacts: settings.stores.artifacts,
    countText: settings.countText,
    messagesOf: await messagesOf(),
    windowTokens,
    newArtifactId: () => settings.newId('art'),
    nowMs: settings.nowMs,
  };
  const planned = await planCompaction(log.state, tokens, null, needs);
  if (planned === null) return false;
  const now = new Date(settings.nowMs()).toISOString();
  await log.append([durableEvent('session.compaction_start', planned.start, now)]);
  await log.append([await compact(log.state, planned, needs)]);
  return true;
}

/** At least as many as the prompt has tokens. */
const bytesOf = ({ instructions, tools, messages }: Prompt): number =>
  Buffer.byteLength(
    JSON.stringify([instructions, tools.map(toolText), messages.map(({ content }) => textual(content))]),
  );

/** Images are not counted. */
const textual = (content: ModelMessage['content']): unknown =>
  typeof content === 'string' ? content : content.filter(({ type }) => type !== 'file');
