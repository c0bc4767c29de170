import { randomBytes } from 'node:crypto';
import { formatLineRange } from '#lib/core/algorithms/lines/lines.ts';
import { expired, forbidden, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Share, ShareRequest } from '#lib/core/vocabulary/share.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { byteRangeOfLines } from '#lib/stores/byte-range-of-lines.ts';
import { freezeArtifact } from '#lib/stores/freeze-artifact.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { hashOfToken } from '#lib/team/token-hash.ts';
import { withoutMetadata } from '#lib/tools/without-metadata.ts';
import { readLinkShares } from '../team/read-team-settings.ts';
import { readShareLines } from './share-lines.ts';
import { companionBytes, requireStorage } from './storage-quota.ts';

/**
 * Freezes a copy of an artifact, or of some of its displayed lines, and makes the link to it.
 * @returns the share and its token. Only the hash of the token is stored, so reading the store reveals no
 * link
 * @throws VitrineError `forbidden`, `artifact_expired`, `artifact_writing`, `invalid_lines`, `not_text`,
 * `storage_full`
 */
export async function createShare(
  services: Pick<Services, 'stores' | 'config' | 'newId' | 'nowMs'>,
  { id, name }: Member,
  metadata: ArtifactMetadata,
  { audience, expiresInSeconds = limits.shareDefaultSeconds, lines, maxViews }: ShareRequest,
): Promise<{ share: Share; token: string }> {
  const { stores, newId, nowMs } = services;
  if (audience === 'link' && !(await readLinkShares(services))) {
    throw forbidden('Links for anyone are off in this team. An admin can allow them.');
  }
  const range = readShareLines(metadata, lines);
  const location = await byteRangeOfLines(stores.artifacts, metadata, range);
  if (location === null) throw expired();
  const companions = range === null ? await companionBytes(stores.artifacts, metadata) : 0;
  await requireStorage(stores.artifacts, location.end - location.start + companions);
  const token = randomBytes(24).toString('base64url');
  const share: Share = {
    id: newId('shr'),
    artifactId: metadata.id,
    title: metadata.title,
    audience,
    lines: range && formatLineRange(range),
    createdAt: new Date(nowMs()).toISOString(),
    expiresAt: new Date((await stores.artifacts.readClock()) + expiresInSeconds * 1000).toISOString(),
    createdBy: { id, name },
    views: 0,
    maxViews: maxViews ?? null,
    lastViewedAt: null,
    commit: await readCommit(stores, metadata.conversationId),
  };
  const frozen = await freezeArtifact(stores.artifacts, metadata, {
    id: share.id,
    range,
    expiresAt: share.expiresAt,
    // Like the share’s own copy, it makes room for nobody.
    appId: `${share.id}_app`,
    rewrite: metadata.type === 'image' ? shareableImage : null,
  });
  if (!frozen) {
    await stores.artifacts.delete(`${share.id}_app`);
    throw expired();
  }
  await stores.shares.create(share, hashOfToken(token));
  return { share, token };
}

/** The commit the workspace had checked out, from the conversation's first event. */
async function readCommit({ events }: Stores, conversationId: string): Promise<string | null> {
  const { durable } = await events.read(conversationId, { durable: null, live: null }, 1);
  const [start] = durable;
  return start?.type === 'session.start' ? (start.data.git?.commit ?? null) : null;
}

/** Removes metadata from an image, since a photograph contains where it was taken. */
const shareableImage = (bytes: Uint8Array): Promise<Uint8Array> =>
  withoutMetadata(bytes).catch((cause: unknown) => {
    throw new VitrineError(
      'not_possible',
      'Could not remove the hidden data of this image, so it was not shared',
      {
        cause,
      },
    );
  });
