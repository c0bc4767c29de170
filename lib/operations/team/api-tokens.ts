import type { ApiTokenView } from '#lib/core/api/api-token-view.ts';
import { forbidden, notFound, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { TokenScope } from '#lib/core/vocabulary/team/api-token.ts';
import { isSameName } from '#lib/core/vocabulary/team/member-name.ts';
import type { Services } from '#lib/services.ts';
import { createApiToken } from '#lib/team/api-tokens.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/** The valid API tokens of a member, most recently used first. */
export async function listTokens(
  { stores }: Pick<Services, 'stores'>,
  memberId: string,
): Promise<ApiTokenView[]> {
  return (await stores.apiTokens.listOf(memberId)).map(({ memberId: _, ...view }) => view);
}

/**
 * Makes a token for the caller's programs.
 * @throws VitrineError `forbidden` for a scope that the caller lacks, `name_taken`, `not_possible` with too many tokens
 */
export async function issueToken(
  { origin, member, services }: MemberCall,
  wanted: { name: string; scopes: readonly TokenScope[]; expiresInSeconds: number },
): Promise<{ id: string; token: string; expiresAt: string }> {
  if (wanted.scopes.includes('admin') && !may(member, 'manage', { kind: 'team' })) {
    throw forbidden('Only an admin can create a token with the scope “admin”');
  }
  const present = await services.stores.apiTokens.listOf(member.id);
  if (present.length >= limits.tokensPerMember) {
    throw new VitrineError('not_possible', `You have ${present.length} tokens. Revoke one first.`);
  }
  if (present.some(({ name }) => isSameName(name, wanted.name))) {
    throw new VitrineError('name_taken', 'You have a token of that name. Choose another.');
  }
  const { record, token } = await createApiToken(services, services.newId('tok'), member.id, wanted);
  await audit(services, origin, 'token.created', member, {
    subject: record,
    detail: `${record.scopes.join(', ')}, until ${record.expiresAt.slice(0, 10)}`,
  });
  return { id: record.id, token, expiresAt: record.expiresAt };
}

/** @throws VitrineError `not_found` for one that is not the caller's */
export async function revokeToken({ origin, member, services }: MemberCall, id: string): Promise<void> {
  const { apiTokens } = services.stores;
  const token = (await apiTokens.listOf(member.id)).find((one) => one.id === id);
  if (!token || !(await apiTokens.delete(member.id, id))) throw notFound();
  await audit(services, origin, 'token.revoked', member, { subject: token });
}
