import { z } from 'zod';
import { artifactsOf, type ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { allItems } from '#lib/core/conversation/thread-tree.ts';
import { artifactMetadataSchema } from '#lib/core/vocabulary/artifact.ts';
import { type Conversation, conversationSchema } from '#lib/core/vocabulary/conversation.ts';
import { type Attachment, type DurableEvent, durableEventSchema } from '#lib/core/vocabulary/events.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import type { Services } from '#lib/services.ts';

/** The artifact fields that can be verified later: an export has no bytes. */
const exportedArtifactSchema = artifactMetadataSchema.pick({
  id: true,
  title: true,
  sha256: true,
  byteLength: true,
  state: true,
});
export type ExportedArtifact = z.infer<typeof exportedArtifactSchema>;

export const conversationExportSchema = z.object({
  conversation: conversationSchema,
  /** The durable events, without live feedback. */
  events: z.array(durableEventSchema),
  /** Artifacts that the events reference, in that order. */
  artifacts: z.array(exportedArtifactSchema),
});
export type ConversationExport = z.infer<typeof conversationExportSchema>;

/** A whole conversation, for those who may read it. Tool results are included as the model read them. */
export async function exportConversation(
  { stores }: Pick<Services, 'stores'>,
  conversation: Conversation,
): Promise<ConversationExport> {
  const log = await readLog(stores.events, conversation.id);
  const events = log.filter((event): event is DurableEvent => event.id !== null);
  const artifacts: ExportedArtifact[] = [];
  for (const artifactId of artifactsNamed(reduceEvents(events))) {
    const record = await stores.artifacts.get(artifactId);
    // A fork names results of its source, which have their own rights.
    if (record?.metadata.conversationId !== conversation.id) continue;
    const { id, title, sha256, byteLength, state } = record.metadata;
    artifacts.push({ id, title, sha256, byteLength, state });
  }
  return { conversation, events, artifacts };
}

function artifactsNamed({ tree, toolCalls }: ConversationState): Set<string> {
  const attached = allItems(tree).flatMap((item) =>
    item.kind === 'user' ? item.attachments.flatMap(artifactsOfAttachment) : [],
  );
  return new Set([...attached, ...Object.values(toolCalls).flatMap(artifactsOf)]);
}

/** What the model read of it, and what members gave of which it read a view. */
const artifactsOfAttachment = ({ as, artifactId, textArtifactId }: Attachment): string[] =>
  as === 'view' ? [artifactId, textArtifactId] : [textArtifactId];

/** A file name that is valid on any system, from an arbitrary title. */
export function exportFileName(title: string, extension: 'md' | 'json'): string {
  const name = title
    .toWellFormed()
    .replace(/[\p{C}\p{Z}/\\:*?"<>|%]+/gu, ' ')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
    .slice(0, 80)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
  return `${name || 'conversation'}.${extension}`;
}
