import { artifactMetadataSchema } from '../core/artifact.ts';
import { isVitrineError, notFound } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Member } from '../core/member.ts';
import { may } from '../core/rights.ts';
import type { OpenedShare, Share, SharedMetadata } from '../core/share.ts';
import { readLinkShares } from '../operations/team/read-team-settings.ts';
import type { Services } from '../services.ts';
import type { ArtifactRecord } from '../stores/stores.ts';
import { hashOfToken } from '../team/token-hash.ts';
import { audit } from './audit-log.ts';
import { checkRate } from './rate-limits.ts';

type Doors = Pick<Services, 'stores' | 'config' | 'nowMs'>;
type Asking = Pick<Request, 'headers'>;

export interface FoundShare {
  share: Share;
  record: ArtifactRecord;
  /** Of the copy, without anything about the conversation. */
  metadata: SharedMetadata;
}

/**
 * The live share behind a token and its frozen copy, where this member (`null`: nobody) may see it. Whatever is no live token is
 * the same 404, and so is what is not for them. Misses are counted: who guesses is soon told to wait.
 * @throws VitrineError `not_found`, `too_many_requests`
 */
export async function findShare(
  services: Doors,
  request: Asking,
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
    await checkRate(services, request, 'guess');
    throw notFound();
  }
  const { conversationId: _conversation, runId: _run, ...metadata } = record.metadata;
  return { share, record, metadata };
}

/** Where an admin switched links without sign-in off, those that were given out are for the team alone. */
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
 * What its page shows: bytes, lines, a search. A page that was opened at the last of its views goes on reading: what is
 * counted is the page, and reading goes on for an hour after the latest of them. Before the first, and after that hour, a
 * share with a limit gives nothing, so that nobody reads past the page without end. It asks for no pass of the page's
 * own: whoever has the link within that hour could have opened the page, and a pass can be handed on like a link.
 * @throws VitrineError `not_found`, `too_many_requests`
 */
export async function requireShare(
  services: Doors,
  request: Asking,
  member: Member | null,
  token: string,
): Promise<FoundShare> {
  const found = await findShare(services, request, member, token);
  const { maxViews, lastViewedAt } = found.share;
  if (maxViews === null) return found;
  const openUntilMs = lastViewedAt === null ? 0 : Date.parse(lastViewedAt) + limits.shareReadSeconds * 1000;
  if (services.nowMs() >= openUntilMs) throw notFound();
  return found;
}

/** What the page of a share leads to, without counting a view. `null`: there is nothing to show, or not any more. */
export async function findOpenableShare(
  services: Doors,
  request: Asking,
  member: Member | null,
  token: string,
): Promise<FoundShare | null> {
  const found = await findShare(services, request, member, token).catch((error: unknown) => {
    // A page that nobody should see says the same, however often it is asked for.
    if (isVitrineError(error) && /^(not_found|too_many_requests)$/.test(error.code)) return null;
    throw error;
  });
  if (!found) return null;
  const { views, maxViews } = found.share;
  return maxViews === null || views < maxViews ? found : null;
}

/**
 * Opens a share: that is a view, which is counted and booked. Asked for by a script of its page, once a person has it before them, so
 * that no `HEAD`, no preview of a link and no page loaded ahead uses one up. `null`: there is nothing to show.
 */
export async function openShare(
  services: Doors,
  request: Asking,
  member: Member | null,
  token: string,
): Promise<FoundShare | null> {
  const found = await findOpenableShare(services, request, member, token);
  if (!found) return null;
  const { id, title: name } = found.share;
  const viewedAt = new Date(services.nowMs()).toISOString();
  if (!(await services.stores.shares.recordView(id, viewedAt))) return null;
  await audit(services, request, 'share.viewed', member, { subject: { id, name } });
  return found;
}

/** As its page may know it: what it was copied from is the conversation's own. */
export const toOpenedShare = ({ share, metadata }: FoundShare): OpenedShare => ({
  share: { ...share, artifactId: '' },
  metadata: artifactMetadataSchema.parse({ ...metadata, runId: '', conversationId: '' }),
});
