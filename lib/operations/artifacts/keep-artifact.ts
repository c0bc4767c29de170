import { expired, notFound, VitrineError } from '#lib/core/errors.ts';
import { type ArtifactMetadata, companionsOf } from '#lib/core/vocabulary/artifact.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { type KeepRequest, laterExpiry, soonerExpiry } from '#lib/core/vocabulary/keep.ts';
import { expiryAfter } from '#lib/core/vocabulary/lifetime.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import { companionBytes, requireStorage } from './storage-quota.ts';

type Keeping = Pick<Services, 'stores' | 'nowMs' | 'readLifetime'>;

/**
 * Keeps an artifact for longer, and notifies everybody in its conversation. Keeping never shortens: when two
 * people keep the same artifact, each gets at least what they were promised; only releasing ends it.
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `not_found`, `storage_full`
 */
export async function keepArtifact(
  services: Keeping,
  member: Member,
  artifact: ArtifactRecord,
  { ttlSeconds }: KeepRequest,
): Promise<ArtifactMetadata> {
  refuseUnlessComplete(artifact.metadata);
  // What is kept already is counted.
  if (!artifact.isKept) {
    const { artifacts } = services.stores;
    const companions = await companionBytes(artifacts, artifact.metadata);
    await requireStorage(artifacts, artifact.metadata.byteLength + companions);
  }
  const requested = ttlSeconds === null ? null : await fromNow(services, ttlSeconds);
  const decide = (expiresAt: string | null) => laterExpiry(expiresAt, requested);
  return await move(services, member, artifact, { decide, type: 'artifact.kept' });
}

/**
 * Releases a kept artifact: it expires as a new result would, or earlier if it was to expire earlier anyway.
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `not_found`, `not_possible` for what a member gave,
 * which a message refers to
 */
export async function releaseArtifact(
  services: Keeping,
  member: Member,
  artifact: ArtifactRecord,
): Promise<ArtifactMetadata> {
  if (artifact.metadata.origin === 'member') {
    throw new VitrineError('not_possible', 'An attachment lasts as long as its conversation.');
  }
  const end = await fromNow(services, await services.readLifetime());
  const decide = (expiresAt: string | null) => soonerExpiry(expiresAt, end);
  return await move(services, member, artifact, { decide, type: 'artifact.released' });
}

/**
 * Ends what somebody keeps, now.
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `not_found`
 */
export async function endKeeping(
  services: Keeping,
  by: Pick<Member, 'id' | 'name'>,
  artifact: ArtifactRecord,
): Promise<void> {
  const now = await fromNow(services, 0);
  const decide = (expiresAt: string | null) => soonerExpiry(expiresAt, now);
  await move(services, by, artifact, { decide, type: 'artifact.released' });
}

const fromNow = async ({ stores }: Keeping, seconds: number | null): Promise<string> =>
  expiryAfter(await stores.artifacts.readClock(), seconds);

interface Move {
  decide: (expiresAt: string | null) => string | null;
  type: 'artifact.kept' | 'artifact.released';
}

async function move(
  services: Keeping,
  member: Pick<Member, 'id' | 'name'>,
  artifact: ArtifactRecord,
  { decide, type }: Move,
): Promise<ArtifactMetadata> {
  const { artifacts } = services.stores;
  refuseUnlessComplete(artifact.metadata);
  const { id } = artifact.metadata;
  const change = type === 'artifact.kept' ? artifacts.keep : artifacts.release;
  const moved = await change(id, decide);
  if (moved === null) {
    // It expired or was removed in the meantime.
    refuseUnlessComplete((await artifacts.get(id))?.metadata ?? null);
    throw expired();
  }
  for (const companion of companionsOf(moved)) await change(companion, () => moved.expiresAt);
  await report(services, member, moved, type);
  return moved;
}

function refuseUnlessComplete(metadata: ArtifactMetadata | null): void {
  if (metadata === null) throw notFound();
  if (metadata.state === 'expired') throw expired();
  if (metadata.state === 'writing') {
    throw new VitrineError(
      'artifact_writing',
      'This artifact is still being written. Keep it when it is complete.',
    );
  }
}

/**
 * Appends the stored expiry to the log. Two concurrent changes may be appended in another order than they
 * were stored, so the store is read again afterwards: the last event in the log matches the store.
 */
async function report(
  services: Keeping,
  member: Pick<Member, 'id' | 'name'>,
  { id: artifactId, conversationId, expiresAt }: ArtifactMetadata,
  type: Move['type'],
): Promise<void> {
  const { stores, nowMs } = services;
  const by = { id: member.id, name: member.name };
  const timestamp = new Date(nowMs()).toISOString();
  const event =
    type === 'artifact.released' && expiresAt !== null
      ? durableEvent(type, { artifactId, expiresAt, by }, timestamp)
      : durableEvent('artifact.kept', { artifactId, expiresAt, by }, timestamp);
  await stores.events.append(conversationId, [event]);
  const now = (await stores.artifacts.get(artifactId))?.metadata;
  if (now?.state !== 'complete' || now.expiresAt === expiresAt) return;
  const isLonger = laterExpiry(now.expiresAt, expiresAt) === now.expiresAt;
  await report(services, member, now, isLonger ? 'artifact.kept' : 'artifact.released');
}
