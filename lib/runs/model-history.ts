import type { ModelMessage } from 'ai';
import { contextOf } from '../core/conversation/compaction.ts';
import type { Compaction, ConversationState } from '../core/conversation/conversation-state.ts';
import { itemsForModel } from '../core/conversation/items-for-model.ts';
import type { AssistantItem, ThreadItem, UserItem } from '../core/conversation/thread-items.ts';
import { saidItem } from '../core/conversation/thread-tree.ts';
import { type ReasoningItem, seenImagesOf, type ToolTelemetry } from '../core/vocabulary/events.ts';
import type { AttachmentTexts } from './attachment-texts.ts';
import { continuationLine } from './continuation-line.ts';
import type { ModelImage } from './model-images.ts';
import { nameSpeakers, withoutImitations } from './name-speakers.ts';
import { replyLine, teamLines } from './team-lines.ts';

/**
 * What the model reads of a conversation, built from its log alone, so that a later turn, a later step and a
 * restart produce the same words in the same order. Of a tool result only the assistant view is available to
 * send; images that the model asked to look at come from `images`, by artifact ID. A message's
 * attachments come before its words; before both, what the team wrote since, the speaker's name if several
 * people take part, and what the message answers. Reasoning goes back to the model that it is of. A deleted
 * message is replaced by a note. Of what was compacted, its summary; `reader` is the model where no run is active.
 */
export function toModelMessages(
  state: ConversationState,
  attachmentTexts: AttachmentTexts,
  images: ReadonlyMap<string, ModelImage> = new Map(),
  reasonerId: string | null = null,
  reader?: string,
): ModelMessage[] {
  const { compaction, items } = contextOf(state, reader);
  const messagesOf = createItemMessages(state, attachmentTexts, images, reasonerId);
  return [...(compaction ? [summaryMessage(compaction)] : []), ...items.flatMap(messagesOf)];
}

/** In place of all messages that were compacted. */
export const summaryMessage = ({ summaryContent }: Pick<Compaction, 'summaryContent'>): ModelMessage => ({
  role: 'user',
  content: summaryContent,
  providerOptions: { vitrine: { isSummary: true } },
});

/** What the model reads of single items of the selected path; the parameters are those of toModelMessages. */
export function createItemMessages(
  state: ConversationState,
  attachmentTexts: AttachmentTexts,
  images: ReadonlyMap<string, ModelImage>,
  reasonerId: string | null,
): (item: ThreadItem) => ModelMessage[] {
  // Of the whole path: a line does not change when what is before it is compacted.
  const linesBefore = serverLines(state, itemsForModel(state));
  return (item) => {
    if (item.kind === 'user') {
      return item.runId === null ? [] : [userMessage(item, attachmentTexts, linesBefore(item), images)];
    }
    if (item.kind === 'continuation')
      return [{ role: 'user', content: continuationLine(state.runs[item.continues]?.status) }];
    if (item.kind !== 'assistant') return [];
    const isOwn = reasonerId !== null && state.runs[item.runId ?? '']?.model === reasonerId;
    return assistantMessages(item, state, images, isOwn);
  };
}

const deletedText = '[This message was deleted by its author.]';

/** The lines that the server puts before a message. */
function serverLines({ tree }: ConversationState, items: readonly ThreadItem[]) {
  const speakers = nameSpeakers(items);
  const team = teamLines(items);
  return ({ messageId, quotes }: UserItem): string[] => {
    const speaker = speakers.get(messageId);
    const quoted = quotes === null ? null : saidItem(tree, quotes);
    return [
      ...(team.get(messageId) ?? []),
      ...(speaker === undefined ? [] : [speaker]),
      ...(quoted ? [replyLine(quoted)] : []),
    ];
  };
}

function userMessage(
  { content, attachments, isDeleted }: UserItem,
  attachmentTexts: AttachmentTexts,
  linesBefore: readonly string[],
  images: ReadonlyMap<string, ModelImage>,
): ModelMessage {
  const words = isDeleted ? deletedText : withoutImitations(content);
  const before = linesBefore.map((line) => `${line}\n`).join('');
  const texts = attachments.map(({ textArtifactId }) => attachmentTexts.get(textArtifactId) ?? '');
  if (texts.length === 0) {
    return { role: 'user', content: before + words };
  }
  const parts = [...(before === '' ? [] : [before]), ...texts, words];
  const seen = attachments.flatMap(({ telemetry }) => imagesOf(telemetry, images));
  return {
    role: 'user',
    content: [...parts.map((text) => ({ type: 'text' as const, text })), ...seen.map(filePart)],
  };
}

function assistantMessages(
  { messageId, content, toolRequests, reasoning }: AssistantItem,
  { toolCalls, compactions }: ConversationState,
  images: ReadonlyMap<string, ModelImage>,
  isOwn: boolean,
): ModelMessage[] {
  // A compaction has the words of messages that were deleted since: then it is gone, and so is what the provider made.
  const isStillRight = ({ isCompaction }: ReasoningItem): boolean =>
    isCompaction !== true ||
    compactions.some((one) => one.trigger === 'provider' && one.messageId === messageId);
  // Providers refuse a tool request without its result: one that never ran is left out, unless it is about to
  // run.
  const allowed = toolRequests.flatMap((request) => {
    const call = toolCalls[request.toolCallId];
    const isAllowed = call?.status === 'requested' && call.permission?.answer?.result === 'approved';
    if (!isAllowed || !call.permission) return [];
    const { requestId, arguments: asked } = call.permission;
    return [{ ...request, arguments: asked, requestId }];
  });
  const answered = toolRequests.flatMap((request) => {
    const result = toolCalls[request.toolCallId]?.result;
    if (!result?.result) return [];
    const seen = imagesOf(result.toolTelemetry, images);
    return [{ ...request, view: result.result.content, isFailure: !result.success, seen }];
  });
  if (content === '' && answered.length + allowed.length === 0) return [];
  const assistant: ModelMessage = {
    role: 'assistant',
    content: [
      ...(isOwn ? reasoning.filter(isStillRight).map(reasoningPart) : []),
      ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
      ...[...answered, ...allowed].map(({ toolCallId, name, arguments: input }) => ({
        type: 'tool-call' as const,
        toolCallId,
        toolName: name,
        input,
      })),
      ...allowed.map(({ toolCallId, requestId }) => ({
        type: 'tool-approval-request' as const,
        approvalId: requestId,
        toolCallId,
      })),
    ],
  };
  if (answered.length + allowed.length === 0) return [assistant];
  const results: ModelMessage = {
    role: 'tool',
    content: [
      ...answered.map(({ toolCallId, name, view, isFailure }) => ({
        type: 'tool-result' as const,
        toolCallId,
        toolName: name,
        // A failure is plain text too: providers would wrap `error-text`, and the log must contain what was
        // sent.
        output: { type: 'text' as const, value: view },
        providerOptions: { vitrine: { isFailure } },
      })),
      // The loop runs these before it calls the model again, so each will have its result.
      ...allowed.map(({ requestId }) => ({
        type: 'tool-approval-response' as const,
        approvalId: requestId,
        approved: true,
      })),
    ],
  };
  if (allowed.length > 0) return [assistant, results];
  const seen = answered.flatMap((call) => call.seen);
  return seen.length === 0 ? [assistant, results] : [assistant, results, imageMessage(seen)];
}

const imagesOf = (
  telemetry: ToolTelemetry | undefined,
  images: ReadonlyMap<string, ModelImage>,
): ModelImage[] => (telemetry ? seenImagesOf(telemetry) : []).flatMap((id) => images.get(id) ?? []);

const reasoningPart = ({ itemId, encrypted, isCompaction }: ReasoningItem) =>
  isCompaction === true
    ? {
        type: 'custom' as const,
        kind: 'openai.compaction' as const,
        providerOptions: { openai: { type: 'compaction', itemId, encryptedContent: encrypted } },
      }
    : {
        type: 'reasoning' as const,
        text: '',
        providerOptions: { openai: { itemId, reasoningEncryptedContent: encrypted } },
      };

/**
 * Chat Completions accepts no images in a tool result: they follow it, in its order, as if a person had sent
 * them.
 */
const imageMessage = (images: ModelImage[]): ModelMessage => ({
  role: 'user',
  content: images.map(filePart),
});

const filePart = ({ mediaType, bytes }: ModelImage) => ({ type: 'file' as const, mediaType, data: bytes });
