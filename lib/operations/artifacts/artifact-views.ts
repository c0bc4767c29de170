import { type ArtifactViews, isMatching, type ViewsCheck } from '#lib/core/api/artifact-views.ts';
import { readingOf, readingOfAttachment } from '#lib/core/api/model-reading.ts';
import type { ModelReading } from '#lib/core/api/model-reading-schema.ts';
import { attachedViewOf } from '#lib/core/conversation/attached-view.ts';
import { callOfArtifact } from '#lib/core/conversation/call-of-artifact.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { isToAgent } from '#lib/core/conversation/thread-items.ts';
import { allItems } from '#lib/core/conversation/thread-tree.ts';
import { limits } from '#lib/core/limits.ts';
import type { Relation } from '#lib/core/vocabulary/artifact.ts';
import type { Services } from '#lib/services.ts';
import type { ArtifactRecord, ArtifactStore } from '#lib/stores/stores.ts';

/** What the model saw of an artifact, from the log, and whether the stored view is what was sent. */
export async function readArtifactViews(
  { readState, checkBytes, stores }: Pick<Services, 'readState' | 'checkBytes' | 'stores'>,
  record: ArtifactRecord,
): Promise<ArtifactViews> {
  const [state, bytes] = await Promise.all([
    readState(record.metadata.conversationId),
    checkBytes(record.metadata),
  ]);
  const read = readByModel(state, record.metadata.id);
  const { sha256: recordedSha256 } = record.metadata;
  const check: ViewsCheck | null =
    bytes === null || recordedSha256 === null
      ? null
      : { ...bytes, recordedSha256, isViewAsSent: await isViewAsSent(stores.artifacts, record, read) };
  const isMismatch = check !== null && !isMatching(check);
  return {
    relation: isMismatch ? 'mismatch' : (read?.relation ?? null),
    check,
    toolCallId: read?.toolCallId ?? null,
    ...(read?.reading ?? { runs: [], recalls: [], masked: [] }),
  };
}

/** What the log says of the model's reading. */
interface ReadByModel {
  /** `null`: the model has read the first run of the call, of which this is a later one. */
  relation: Relation | null;
  toolCallId: string | null;
  reading: ModelReading;
  /** The text that was sent: in the log, or an artifact of it. `null`: none was for this artifact. */
  sent: { text: string } | { textArtifactId: string } | null;
}

/** `null`: the model has read nothing of it. */
function readByModel(state: ConversationState, artifactId: string): ReadByModel | null {
  const call = callOfArtifact(state.toolCalls, artifactId);
  if (call) {
    const telemetry = call.result?.toolTelemetry;
    const isRead = telemetry?.artifactId === artifactId;
    return {
      relation: isRead ? telemetry.relation : null,
      toolCallId: call.toolCallId,
      reading: readingOf(state, call),
      sent: isRead ? { text: call.result?.result?.content ?? '' } : null,
    };
  }
  const attached = attachedViewOf(allItems(state.tree).filter(isToAgent), artifactId);
  return (
    attached && {
      relation: attached.attachment.telemetry.relation,
      toolCallId: null,
      reading: readingOfAttachment(state, attached),
      sent: { textArtifactId: attached.attachment.textArtifactId },
    }
  );
}

async function isViewAsSent(
  artifacts: ArtifactStore,
  { assistantView }: ArtifactRecord,
  read: ReadByModel | null,
): Promise<boolean | null> {
  const sent = read?.sent ?? null;
  if (sent === null || assistantView === null) return null;
  if ('text' in sent) return assistantView === sent.text;
  const frozen = await artifacts.readBytes(sent.textArtifactId, 0, limits.artifactBytes);
  return frozen !== null && Buffer.from(assistantView).equals(frozen);
}
