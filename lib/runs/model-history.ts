import type { ModelMessage } from 'ai';
import type { AssistantItem, ConversationState, UserItem } from '../core/conversation/conversation-state.ts';
import type { AttachmentTexts } from './attachment-texts.ts';
import type { ModelImage } from './model-images.ts';
import { nameSpeakers, withoutSpeakerLines } from './name-speakers.ts';

/**
 * What the model reads of a conversation, built from its log alone, so that a later turn, a later step and a
 * restart produce the same words in the same order. Of a tool result only the assistant view is available to
 * send; images that the model asked to look at come from `images`, by artifact ID. A message's
 * attachments come before its words, and the speaker's name before both if several people take part.
 */
export function toModelMessages(
  state: ConversationState,
  attachmentTexts: AttachmentTexts,
  images: ReadonlyMap<string, ModelImage> = new Map(),
): ModelMessage[] {
  const speakers = nameSpeakers(state.items);
  return state.items.flatMap((item): ModelMessage[] => {
    if (item.kind === 'user')
      return [userMessage(item, attachmentTexts, speakers.get(item.messageId), images)];
    return item.kind === 'assistant' ? assistantMessages(item, state, images) : [];
  });
}

function userMessage(
  { content, attachments }: UserItem,
  attachmentTexts: AttachmentTexts,
  speaker: string | undefined,
  images: ReadonlyMap<string, ModelImage>,
): ModelMessage {
  const words = withoutSpeakerLines(content);
  const texts = attachments.map(({ textArtifactId }) => attachmentTexts.get(textArtifactId) ?? '');
  if (texts.length === 0) {
    return { role: 'user', content: speaker === undefined ? words : `${speaker}\n${words}` };
  }
  const parts = [...(speaker === undefined ? [] : [`${speaker}\n`]), ...texts, words];
  const seen = attachments.flatMap(({ artifactId, telemetry }) =>
    telemetry?.seenImage ? (images.get(artifactId) ?? []) : [],
  );
  return {
    role: 'user',
    content: [...parts.map((text) => ({ type: 'text' as const, text })), ...seen.map(filePart)],
  };
}

function assistantMessages(
  { content, toolRequests }: AssistantItem,
  { toolCalls }: ConversationState,
  images: ReadonlyMap<string, ModelImage>,
): ModelMessage[] {
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
    const { artifactId, seenImage } = result.toolTelemetry;
    const image = seenImage ? images.get(artifactId ?? '') : undefined;
    return [{ ...request, view: result.result.content, isFailure: !result.success, image }];
  });
  if (content === '' && answered.length + allowed.length === 0) return [];
  const assistant: ModelMessage = {
    role: 'assistant',
    content: [
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
  const seen = answered.flatMap(({ image }) => (image ? [image] : []));
  return seen.length === 0 ? [assistant, results] : [assistant, results, imageMessage(seen)];
}

/**
 * Chat Completions accepts no images in a tool result: they follow it, in its order, as if a person had sent
 * them.
 */
const imageMessage = (images: ModelImage[]): ModelMessage => ({
  role: 'user',
  content: images.map(filePart),
});

const filePart = ({ mediaType, bytes }: ModelImage) => ({ type: 'file' as const, mediaType, data: bytes });
