import { z } from 'zod';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { type Member, memberOf } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { isActive } from '#lib/team/members.ts';
import { hashOfToken } from '#lib/team/token-hash.ts';
import type { MemberCall } from '../member-call.ts';
import { checkRate } from '../rate-limits.ts';

const pendingUploadSchema = z.object({
  memberId: z.string(),
  /** The API token that asked for the link, without which it is not valid; `null`: it was another one. */
  tokenId: z.string().nullable(),
  title: z.string(),
});
type PendingUpload = z.infer<typeof pendingUploadSchema>;

/** A link to which one file can be uploaded, once, without any other authorization. */
export async function createUploadLink(
  { services, member, origin }: MemberCall,
  { tokenId, title }: Pick<PendingUpload, 'tokenId' | 'title'>,
): Promise<string> {
  await checkRate(services, origin, 'upload', member.id);
  const secret = services.newId('upl');
  const pending: PendingUpload = { memberId: member.id, tokenId, title };
  await services.stores.once.put(keyOf(secret), JSON.stringify(pending), limits.uploadLinkSeconds * 1_000);
  return `${origin.siteUrl}/api/uploads/${secret}`;
}

/**
 * Who may upload with a link, which is used up.
 * @throws VitrineError `not_found`: used, expired, or its token or member is gone
 */
export async function openUploadLink(
  services: Pick<Services, 'stores' | 'config' | 'localMember'>,
  secret: string,
): Promise<{ member: Member; title: string }> {
  const stored = await services.stores.once.take(keyOf(secret));
  if (stored === null) throw gone();
  const { memberId, tokenId, title } = pendingUploadSchema.parse(JSON.parse(stored));
  const member = await findMember(services, memberId);
  const tokens = tokenId === null ? [] : await services.stores.apiTokens.listOf(memberId);
  const isRevoked = tokenId !== null && !tokens.some(({ id }) => id === tokenId);
  if (member === null || isRevoked) throw gone();
  return { member, title };
}

async function findMember(
  { stores, config, localMember }: Pick<Services, 'stores' | 'config' | 'localMember'>,
  id: string,
): Promise<Member | null> {
  if (config.signIn === null) return localMember.id === id ? localMember : null;
  const record = await stores.members.get(id);
  return record !== null && isActive(record) ? memberOf(record) : null;
}

const keyOf = (secret: string) => `upload:${hashOfToken(secret)}`;

const gone = () =>
  new VitrineError(
    'not_found',
    'This upload link has been used, has expired, or was revoked. Ask for another.',
  );
