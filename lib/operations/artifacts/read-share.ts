import { isVitrineError, notFound } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { artifactMetadataSchema } from '#lib/core/vocabulary/artifact.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { OpenedShare, Share, SharedMetadata } from '#lib/core/vocabulary/share.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import { hashOfToken } from '#lib/team/token-hash.ts';
import { audit } from '../audit-log.ts';
import type { Origin } from '../origin.ts';
import { checkRate } from '../rate-limits.ts';
import { readLinkShares } from '../team/read-team-settings.ts';

type Doors = Pick<Services, 'stores' | 'config' | 'nowMs'>;
type From = Pick<Origin, 'address'>;

export interface FoundShare {
  share: Share;
  record: ArtifactRecord;
  /** The copy's metadata, without anything about the conversation. */
  metadata: SharedMetadata;
}

/**
 * The live share behind a token with its frozen copy, if this member (`null`: nobody signed in) may see it.
 * An unknown token and a share they may not see give the same 404. Misses are rate-limited, so guessing is
 * soon blocked.
 * @throws VitrineError `not_found`, `too_many_requests`
 */
export async function findShare(
  services: Doors,
  origin: From,
  member: Member | null,
  token: string,
): Promise<FoundShare> {
  const { stores } = services;
  const share = /^[A-Za-z0-9_-]{32}$/.test(token)
    ? await stores.shares.findByTokenHash(hashOfToken(token))
    : null;
  const record = share && (await stores.artifacts.get(share.id));
  if (
    !share ||
    !record ||
    record.metadata.state === 'expired' ||
    !(await mayOpenShare(services, member, share))
  ) {
    await checkRate(services, origin, 'guess');
    throw notFound();
  }
  const { conversationId: _conversation, runId: _run, ...metadata } = record.metadata;
  return { share, record, metadata };
}

/** When an admin has disabled links without sign-in, existing ones open only for members of the team. */
export async function mayOpenShare(
  services: Pick<Services, 'stores' | 'config'>,
  member: Member | null,
  share: Share,
): Promise<boolean> {
  const isOpen = share.audience === 'link' && (await readLinkShares(services));
  const audience = isOpen ? 'link' : 'team';
  return may(member, 'read', { kind: 'share', share: { ...share, audience } });
}

/**
 * Authorizes what a share's page requests: bytes, lines, a search. Only opening the page counts as a view; a
 * page opened with the last view can go on reading for an hour after the latest view. Before the first view
 * and after that hour, a share with a view limit is closed, so that it cannot be read without opening the
 * page. The page needs no token of its own: whoever has the link within that hour could have opened the page,
 * and a token can be passed on like a link.
 * @throws VitrineError `not_found`, `too_many_requests`
 */
export async function requireShare(
  services: Doors,
  origin: From,
  member: Member | null,
  token: string,
): Promise<FoundShare> {
  const found = await findShare(services, origin, member, token);
  const { maxViews, lastViewedAt } = found.share;
  if (maxViews === null) return found;
  const openUntilMs = lastViewedAt === null ? 0 : Date.parse(lastViewedAt) + limits.shareReadSeconds * 1000;
  if (services.nowMs() >= openUntilMs) throw notFound();
  return found;
}

/**
 * The share that a page would open, without counting a view. `null`: there is nothing to show, or no longer.
 */
export async function findOpenableShare(
  services: Doors,
  origin: From,
  member: Member | null,
  token: string,
): Promise<FoundShare | null> {
  const found = await findShare(services, origin, member, token).catch((error: unknown) => {
    // A page that the visitor may not see looks the same however often it is requested.
    if (isVitrineError(error) && /^(not_found|too_many_requests)$/.test(error.code)) return null;
    throw error;
  });
  if (!found) return null;
  const { views, maxViews } = found.share;
  return maxViews === null || views < maxViews ? found : null;
}

/**
 * Opens a share, which counts and records a view. The page's script calls this once a person sees the page,
 * so that `HEAD` requests, link previews and preloaded pages do not use up views. `null`: there is nothing to
 * show.
 */
export async function openShare(
  services: Doors,
  origin: From,
  member: Member | null,
  token: string,
): Promise<FoundShare | null> {
  const found = await findOpenableShare(services, origin, member, token);
  if (!found) return null;
  const { id, title: name } = found.share;
  const viewedAt = new Date(services.nowMs()).toISOString();
  if (!(await services.stores.shares.recordView(id, viewedAt))) return null;
  await audit(services, origin, 'share.viewed', member, { subject: { id, name } });
  return found;
}

/** The share as its page may see it: the original artifact and conversation are left out. */
export const toOpenedShare = ({ share, metadata }: FoundShare): OpenedShare => ({
  share: { ...share, artifactId: '' },
  metadata: artifactMetadataSchema.parse({ ...metadata, runId: null, toolCallId: null, conversationId: '' }),
});
