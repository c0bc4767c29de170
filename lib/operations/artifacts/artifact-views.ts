import {
  type ArtifactViews,
  type CheckedRelation,
  isMatching,
  type ViewsCheck,
} from '#lib/core/api/artifact-views.ts';
import { readingOf } from '#lib/core/api/model-reading.ts';
import { callOfArtifact } from '#lib/core/conversation/call-of-artifact.ts';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { Services } from '#lib/services.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';

/** What the model saw of an artifact, from the log, and whether the stored view is what was sent. */
export async function readArtifactViews(
  { readState, checkBytes }: Pick<Services, 'readState' | 'checkBytes'>,
  record: ArtifactRecord,
): Promise<ArtifactViews> {
  const [state, bytes] = await Promise.all([
    readState(record.metadata.conversationId),
    checkBytes(record.metadata),
  ]);
  const call = callOfArtifact(state.toolCalls, record.metadata.id);
  const { sha256: recordedSha256 } = record.metadata;
  const check: ViewsCheck | null =
    bytes === null || recordedSha256 === null
      ? null
      : { ...bytes, recordedSha256, isViewAsSent: isViewAsSent(record, call) };
  const reading = call ? readingOf(state, call) : { runs: [], recalls: [], masked: [] };
  return {
    relation: relationOf(record.metadata.id, call, check),
    check,
    toolCallId: call?.toolCallId ?? null,
    ...reading,
  };
}

/** A later run of a call has no view of its own: the model has read the first one. */
function isViewAsSent(
  { metadata, assistantView }: ArtifactRecord,
  call: ToolCallState | null,
): boolean | null {
  const isRead = call?.result?.toolTelemetry.artifactId === metadata.id;
  return isRead && assistantView !== null ? assistantView === call.result?.result?.content : null;
}

/** A later run is not related to what was sent, which was the first one. */
function relationOf(
  artifactId: string,
  call: ToolCallState | null,
  check: ViewsCheck | null,
): CheckedRelation | null {
  if (check && !isMatching(check)) return 'mismatch';
  const read = call?.result?.toolTelemetry;
  return read?.artifactId === artifactId ? read.relation : null;
}
