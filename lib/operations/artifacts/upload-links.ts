import { z } from 'zod';
import { shownForms } from '#lib/core/api/shown-result.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { findTokenMember } from '#lib/team/api-tokens.ts';
import { hashOfToken } from '#lib/team/token-hash.ts';
import type { MemberCall } from '../member-call.ts';
import { checkRate } from '../rate-limits.ts';

const pendingUploadSchema = z.object({
  memberId: z.string(),
  /** The API token that asked for the link, without which it is not valid; `null`: it was another one. */
  tokenId: z.string().nullable(),
  title: z.string(),
  /** What a text is, as it was said. */
  form: z.enum(shownForms).nullable(),
  endsMs: z.number(),
});
type PendingUpload = z.infer<typeof pendingUploadSchema>;

/** A link to which one file can be uploaded, once, without any other authorization. */
export async function createUploadLink(
  { services, member, origin }: MemberCall,
  wanted: Omit<PendingUpload, 'memberId' | 'endsMs'>,
): Promise<string> {
  await checkRate(services, origin, 'upload', member.id);
  const secret = services.newId('upl');
  const lifetimeMs = limits.uploadLinkSeconds * 1_000;
  const pending: PendingUpload = { memberId: member.id, endsMs: services.nowMs() + lifetimeMs, ...wanted };
  await services.stores.once.put(keyOf(secret), JSON.stringify(pending), lifetimeMs);
  return `${origin.siteUrl}/api/uploads/${secret}`;
}

/**
 * Receives a file by a link, which is used up if it arrives.
 * @param receive stores it
 * @throws VitrineError `not_found`: used, expired, or its token or member is gone; `too_many_requests`
 */
export async function receiveByLink<T>(
  { services, origin }: Pick<MemberCall, 'services' | 'origin'>,
  secret: string,
  receive: (by: { member: Member } & Pick<PendingUpload, 'title' | 'form'>) => Promise<T>,
): Promise<T> {
  await checkRate(services, origin, 'guess');
  const { once, apiTokens } = services.stores;
  const stored = await once.take(keyOf(secret));
  if (stored === null) throw gone();
  const { memberId, tokenId, title, form, endsMs } = pendingUploadSchema.parse(JSON.parse(stored));
  const onlyMember = services.config.signIn === null ? services.localMember : null;
  const member = await findTokenMember({ ...services, onlyMember }, memberId);
  const tokens = tokenId === null ? [] : await apiTokens.listOf(memberId);
  const isRevoked = tokenId !== null && !tokens.some(({ id }) => id === tokenId);
  if (member === null || isRevoked) throw gone();
  try {
    return await receive({ member, title, form });
  } catch (error) {
    // Nothing was stored: it can be tried again, in the time that is left.
    const leftMs = endsMs - services.nowMs();
    if (leftMs > 0) await once.put(keyOf(secret), stored, leftMs);
    throw error;
  }
}

const keyOf = (secret: string) => `upload:${hashOfToken(secret)}`;

const gone = () =>
  new VitrineError(
    'not_found',
    'This upload link has been used, has expired, or was revoked. Ask for another.',
  );
