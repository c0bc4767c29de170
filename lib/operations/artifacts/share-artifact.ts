import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Share, ShareRequest } from '#lib/core/vocabulary/share.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';
import { createShare } from './create-share.ts';

/** Shares an artifact, records that in the audit log, and returns the link. */
export async function shareArtifact(
  { origin, member, services }: MemberCall,
  metadata: ArtifactMetadata,
  wanted: ShareRequest,
): Promise<{ id: string; token: string; url: string }> {
  // An image is re-encoded in memory; anything else is copied in chunks.
  const byteLength = metadata.type === 'image' ? metadata.byteLength : limits.scanBytes;
  const { share, token } = await services.wholeReads.run(byteLength, origin.signal, () =>
    createShare(services, member, metadata, wanted),
  );
  await audit(services, origin, 'share.created', member, {
    subject: { id: share.id, name: share.title },
    detail: describeTerms(share),
  });
  return { id: share.id, token, url: `${origin.siteUrl}/s/${token}` };
}

const describeTerms = ({ audience, expiresAt, maxViews }: Share): string => {
  const views = maxViews === null ? [] : [`at most ${maxViews} views`];
  return [audience, `until ${expiresAt.slice(0, 10)}`, ...views].join(', ');
};
