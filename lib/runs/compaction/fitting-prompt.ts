import type { ModelMessage } from 'ai';
import type { ThreadItem } from '#lib/core/conversation/thread-items.ts';
import { totalTokens } from '#lib/core/vocabulary/context-parts.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { countContext, type Prompt, toolText } from '../count-context.ts';
import type { RunRequest } from '../run-request.ts';
import { type CompactionNeeds, compact, planCompaction, truncate, wasOvertaken } from './compact.ts';
import { ownShare, readableState } from './provider-threshold.ts';
import { WindowTooSmallError } from './window-too-small-error.ts';

interface PromptReader {
  /** What the next model call sends, as the log is now. */
  prompt(): Promise<Prompt>;
  /** What the model reads of an item. */
  messagesOf(): Promise<(item: ThreadItem) => ModelMessage[]>;
}

/**
 * What the next model call of a run sends. Where it nearly fills the window, older messages are compacted first; where
 * it does not fit even then, they are left out. Where the window is not known, it is sent as it is.
 * @throws WindowTooSmallError; the signal's reason
 */
export async function readFittingPrompt(request: RunRequest, read: PromptReader): Promise<Prompt> {
  const { log, settings, windowTokens, model } = request;
  const prompt = await read.prompt();
  if (windowTokens === null) return prompt;
  const maxTokens = windowTokens * ownShare(request);
  const tokensOf = async (one: Prompt) => totalTokens(await countContext(one, settings.countText));
  // A token is at least a byte, so most calls need no counting.
  if (bytesOf(prompt) <= maxTokens) return prompt;
  const tokens = await tokensOf(prompt);
  if (tokens <= maxTokens) return prompt;
  // What people deleted meanwhile is in no summary.
  await log.catchUp();
  const needs = await needsOf(request, read);
  const planned = await planCompaction(readableState(request), tokens, null, needs);
  if (planned !== null) {
    const now = new Date(settings.nowMs()).toISOString();
    await log.append([durableEvent('session.compaction_start', planned.start, now)]);
    const compacted = await compact(readableState(request), planned, needs);
    await log.catchUp();
    // The next step compacts, without what was deleted.
    if (wasOvertaken(planned, log.state)) await needs.artifacts.delete(planned.start.artifactId);
    else await log.append([compacted]);
  }
  const compacted = planned === null ? prompt : await read.prompt();
  const left = await tokensOf(compacted);
  if (left <= windowTokens) return compacted;
  const truncated = await truncate(
    readableState(request),
    { model: model.id, windowTokens, tokens: left },
    needs,
  );
  if (truncated !== null) await log.append([truncated]);
  const last = truncated === null ? compacted : await read.prompt();
  await checkFits(last, request, windowTokens);
  return last;
}

async function checkFits(
  prompt: Prompt,
  { model, settings }: RunRequest,
  windowTokens: number,
): Promise<void> {
  const parts = await countContext(prompt, settings.countText);
  if (totalTokens(parts) <= windowTokens) return;
  const fixed = parts.instructions + parts.tools;
  const format = (tokens: number) => tokens.toLocaleString('en-US');
  throw new WindowTooSmallError(
    `The last message and what it needs do not fit the window of ${model.id}: ${format(totalTokens(parts))} tokens, ${format(fixed)} of them instructions and tools, in ${format(windowTokens)}. Choose a model with a larger window.`,
  );
}

const needsOf = async (
  { log, settings, conversation, author, agent, runId, model, windowTokens, signal }: RunRequest,
  read: PromptReader,
): Promise<CompactionNeeds> => ({
  account: {
    conversationId: conversation.id,
    conversationTitle: log.state.title ?? conversation.title,
    workspace: conversation.workspace,
    member: { id: author.id, name: author.name },
    parentToolCallId: agent?.toolCallId ?? null,
  },
  charge: (microdollars) => agent?.spending.add(microdollars),
  runId,
  policy: settings.compaction,
  signal,
  artifacts: settings.stores.artifacts,
  countText: settings.countText,
  messagesOf: await read.messagesOf(),
  reader: model.id,
  windowTokens,
  newArtifactId: () => settings.newId('art'),
  nowMs: settings.nowMs,
});

/** At least as many as the prompt has tokens. */
const bytesOf = ({ instructions, tools, messages }: Prompt): number =>
  Buffer.byteLength(
    JSON.stringify([instructions, tools.map(toolText), messages.map(({ content }) => textual(content))]),
  );

/** Images are not counted. */
const textual = (content: ModelMessage['content']): unknown =>
  typeof content === 'string' ? content : content.filter(({ type }) => type !== 'file');
