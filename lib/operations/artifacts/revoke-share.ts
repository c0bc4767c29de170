import { forbidden, notFound } from '#lib/core/errors.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';
import { findShare } from './read-share.ts';

/**
 * Ends a share for everybody.
 * @param key its ID, or the token of its link
 * @throws VitrineError `not_found`, `forbidden`, `too_many_requests`
 */
export async function revokeShare({ origin, member, services }: MemberCall, key: string): Promise<void> {
  const share = key.startsWith('shr_')
    ? await services.stores.shares.get(key)
    : (await findShare(services, origin, member, key)).share;
  if (!share) throw notFound();
  if (!may(member, 'manage', { kind: 'share', share }))
    throw forbidden('Only the person who shared this or an admin can revoke it');
  const { artifacts, shares } = services.stores;
  const app = (await artifacts.get(share.id))?.metadata.app;
  if (!(await shares.delete(share.id))) throw notFound();
  if (app) await artifacts.delete(app.artifactId);
  await audit(services, origin, 'share.revoked', member, { subject: { id: share.id, name: share.title } });
}
