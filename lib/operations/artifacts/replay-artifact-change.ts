import { expired, notFound, VitrineError } from '#lib/core/errors.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import { replayChange } from '#lib/workspace/replay-change.ts';
import { isWorkspaceError } from '#lib/workspace/workspace-error.ts';
import { audit } from '../audit-log.ts';
import type { Origin } from '../origin.ts';
import { checkPolicy } from './check-policy.ts';

/**
 * Reverts the change that an artifact shows, or applies it again. A person makes this change, so the policy
 * of its tool applies and the audit log names them. Everybody in the conversation sees it.
 * @throws VitrineError `changed` where a file is not as the change left it, `not_possible` where it cannot be
 * written; `artifact_expired`, `invalid_request`, `forbidden`, `not_found` where the workspace is gone
 */
export async function replayArtifactChange(
  services: Services,
  origin: Origin,
  member: Member,
  { artifact: { metadata }, conversation }: { artifact: ArtifactRecord; conversation: Conversation },
  direction: 'undo' | 'redo',
): Promise<void> {
  if (metadata.changes.length === 0) {
    throw new VitrineError('invalid_request', 'This result changed no files, so there is nothing to undo');
  }
  await checkPolicy(services, member, metadata.tool, conversation.workspace);
  const workspace = await services.workspaces.of(conversation);
  if (!workspace) throw notFound();
  try {
    await services.wholeReads.run(metadata.byteLength, origin.signal, async () =>
      replayChange(workspace, metadata.changes, await readDiff(services, metadata), direction),
    );
  } catch (error) {
    if (!isWorkspaceError(error)) throw error;
    throw new VitrineError(error.code === 'changed' ? 'changed' : 'not_possible', error.message, {
      cause: error,
    });
  }
  const type = direction === 'undo' ? 'change.undone' : 'change.redone';
  const by = { id: member.id, name: member.name };
  const timestamp = new Date(services.nowMs()).toISOString();
  await services.stores.events.append(conversation.id, [
    durableEvent(type, { artifactId: metadata.id, by }, timestamp),
  ]);
  await audit(services, origin, type, member, {
    subject: auditedConversation(conversation),
    detail: `${metadata.tool}, ${formatFiles(metadata.changes.length)}`,
  });
}

const formatFiles = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/**
 * The stored diff is the change itself. It can be replayed as long as its conversation; of a record of version
 * 0.1, as long as the artifact lives.
 */
async function readDiff(
  { stores: { artifacts } }: Services,
  { id, patchArtifactId }: ArtifactMetadata,
): Promise<string> {
  const patch = await artifacts.get(patchArtifactId ?? id);
  const bytes =
    patch?.metadata.state === 'complete'
      ? await artifacts.readBytes(patch.metadata.id, 0, patch.metadata.byteLength)
      : null;
  if (bytes === null) throw expired();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
