import { createHash, randomBytes } from 'node:crypto';
import type { ArtifactMetadata } from '../core/artifact.ts';
import { expired, notFound, VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { formatLineRange } from '../core/lines.ts';
import type { Member } from '../core/member.ts';
import type { Share, ShareRequest } from '../core/share.ts';
import type { Services } from '../services.ts';
import { freezeArtifact } from '../stores/freeze-artifact.ts';
import type { ArtifactRecord } from '../stores/stores.ts';
import { withoutMetadata } from '../tools/without-metadata.ts';
import { readShareLines } from './share-lines.ts';

/** Only its hash is stored: who reads the store learns no link. */
const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Freezes a copy of an artifact, or of lines of it (by the numbers people see), and makes the link to it.
 * @returns the share and its token, which is told this once
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `invalid_lines`, `not_text`
 */
export async function createShare(
  { stores, newId, nowMs }: Services,
  { id, name }: Member,
  metadata: ArtifactMetadata,
  { audience, expiresInSeconds = limits.shareDefaultSeconds, lines }: ShareRequest,
): Promise<{ share: Share; token: string }> {
  const range = readShareLines(metadata, lines);
  const token = randomBytes(24).toString('base64url');
  const share: Share = {
    id: newId('shr'),
    artifactId: metadata.id,
    title: metadata.title,
    audience,
    lines: range && formatLineRange(range),
    createdAt: new Date(nowMs()).toISOString(),
    expiresAt: new Date(nowMs() + expiresInSeconds * 1000).toISOString(),
    createdBy: { id, name },
    views: 0,
    lastViewedAt: null,
  };
  const frozen = await freezeArtifact(stores.artifacts, metadata, {
    id: share.id,
    range,
    expiresAt: share.expiresAt,
    rewrite: metadata.type === 'image' ? shareableImage : null,
  });
  if (!frozen) throw expired();
  await stores.shares.create(share, hashToken(token));
  return { share, token };
}

/** A photograph tells where it was taken: not to whom a link is given. */
const shareableImage = (bytes: Uint8Array): Promise<Uint8Array> =>
  withoutMetadata(bytes).catch((cause: unknown) => {
    throw new VitrineError('not_possible', 'What the image file tells besides could not be taken out', {
      cause,
    });
  });

/**
 * The live share behind a token and its frozen copy. Whatever is no live token is the same 404.
 * @throws VitrineError `not_found`
 */
export async function requireShare(
  { stores }: Pick<Services, 'stores'>,
  token: string,
): Promise<{ share: Share; record: ArtifactRecord; told: Partial<ArtifactMetadata> }> {
  const share = /^[A-Za-z0-9_-]{32}$/.test(token)
    ? await stores.shares.findByTokenHash(hashToken(token))
    : null;
  const record = share && (await stores.artifacts.get(share.id));
  if (!share || !record || record.metadata.state === 'expired') throw notFound();
  const { conversationId: _conversation, runId: _run, ...told } = record.metadata;
  return { share, record, told };
}
