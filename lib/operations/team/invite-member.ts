import { notFound, VitrineError } from '#lib/core/errors.ts';
import type { Role } from '#lib/core/vocabulary/team/member.ts';
import { createInvite } from '#lib/team/invites.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/**
 * Makes a link that lets a new member join, or signs an existing member in again.
 * @param wanted `memberId`: the member to sign in again, with their present role; `null`: a new member
 * @throws VitrineError `not_found`, `not_possible`
 */
export async function inviteMember(
  { origin, member, services }: MemberCall,
  { role, memberId }: { role: Role; memberId: string | null },
): Promise<{ id: string; url: string; expiresAt: string }> {
  if (memberId !== null && services.identityProvider !== null) {
    // An admin could sign in as somebody else with such a link, so it exists only where there is no other way
    // back.
    throw new VitrineError('not_possible', 'Members of this team sign in with the provider, not with links');
  }
  const subject = memberId === null ? null : await services.stores.members.get(memberId);
  if (memberId !== null && (subject === null || subject.removedAt !== null)) throw notFound();
  const wanted = { role: subject ? ('member' as const) : role, memberId };
  const { invite, token } = await createInvite(services, services.newId('inv'), member, wanted);
  await audit(services, origin, 'invite.created', member, {
    subject: subject ?? { id: invite.id, name: 'somebody new' },
    detail: invite.role,
  });
  const url = `${origin.siteUrl}/join/${token}`;
  return { id: invite.id, url, expiresAt: invite.expiresAt };
}
