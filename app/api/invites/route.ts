import { notFound, VitrineError } from '@vitrine/lib/core/errors.ts';
import { idSchema } from '@vitrine/lib/core/ids.ts';
import { requireAdmin } from '@vitrine/lib/http/access.ts';
import { audit } from '@vitrine/lib/http/audit-log.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { createInvite } from '@vitrine/lib/team/invites.ts';
import { z } from 'zod';

const body = z.strictObject({
  role: z.enum(['admin', 'member']).default('member'),
  /** Lets this member in again, on another browser. */
  memberId: idSchema.optional(),
});

/** A link that lets one person in, once, within a day. Its token is told here and nowhere again. */
export const POST = route(
  { body },
  async ({ request, body: { role, memberId = null }, member, services }) => {
    requireAdmin(member);
    if (memberId !== null && services.identityProvider !== null) {
      // An admin could come in as somebody else by it: only where there is no other way back.
      throw new VitrineError(
        'not_possible',
        'Members of this team sign in with the provider, not with links',
      );
    }
    const subject = memberId === null ? null : await services.stores.members.get(memberId);
    if (memberId !== null && (subject === null || subject.removedAt !== null)) throw notFound();
    const wanted = { role: subject ? ('member' as const) : role, memberId };
    const { invite, token } = await createInvite(services, services.newId('inv'), member, wanted);
    await audit(services, request, 'invite.created', member, {
      subject: subject ?? { id: invite.id, name: 'somebody new' },
      detail: invite.role,
    });
    const url = new URL(`/join/${token}`, services.config.baseUrl ?? request.url).href;
    return Response.json({ id: invite.id, url, expiresAt: invite.expiresAt }, { status: 201 });
  },
);

/** Those that are open. */
export const GET = route({}, async ({ member, services }) => {
  requireAdmin(member);
  return Response.json({ invites: await services.stores.invites.list() });
});
