import type { ArtifactMetadata } from '../core/artifact.ts';
import { expired, notFound, VitrineError } from '../core/errors.ts';
import { durableEvent } from '../core/events.ts';
import type { Member } from '../core/member.ts';
import type { Services } from '../services.ts';
import { replayChange } from '../workspace/replay-change.ts';
import { isWorkspaceError } from '../workspace/workspace-error.ts';
import { requireArtifact, requireConversation } from './access.ts';

/**
 * Takes the change that an artifact shows back, or makes it again, and tells everybody in its conversation.
 * @throws VitrineError `changed` where a file is not as the change left it, `not_possible` where it cannot be written;
 * `artifact_expired`, `invalid_request`, `not_found`
 */
export async function replayArtifactChange(
  services: Services,
  member: Member,
  artifactId: string,
  direction: 'undo' | 'redo',
): Promise<void> {
  const { metadata } = await requireArtifact(services, member, artifactId);
  const conversation = await requireConversation(services, member, metadata.conversationId);
  if (metadata.changes.length === 0) {
    throw new VitrineError('invalid_request', 'This is no change to files, so there is nothing to take back');
  }
  const workspace = await services.workspaces.of(conversation);
  if (!workspace) throw notFound();
  const diff = await readDiff(services, metadata);
  try {
    await replayChange(workspace, metadata.changes, diff, direction);
  } catch (error) {
    if (!isWorkspaceError(error)) throw error;
    throw new VitrineError(error.code === 'changed' ? 'changed' : 'not_possible', error.message, {
      cause: error,
    });
  }
  const type = direction === 'undo' ? 'change.undone' : 'change.redone';
  const by = { id: member.id, name: member.name };
  const timestamp = new Date(services.nowMs()).toISOString();
  await services.stores.events.append(conversation.id, [durableEvent(type, { artifactId, by }, timestamp)]);
}

/** The change itself is what is stored of it: it can be taken back as long as the artifact lives. */
async function readDiff({ stores }: Services, { id, byteLength, state }: ArtifactMetadata): Promise<string> {
  const bytes = state === 'complete' ? await stores.artifacts.readBytes(id, 0, byteLength) : null;
  if (bytes === null) throw expired();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
