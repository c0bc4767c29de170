import { requireAdmin } from '@vitrine/lib/http/access.ts';
import { audit } from '@vitrine/lib/http/audit-log.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { changeRole, removeMember, restoreMember } from '@vitrine/lib/team/members.ts';
import { z } from 'zod';

const change = z.strictObject({
  role: z.enum(['admin', 'member']).optional(),
  isRemoved: z.literal(false).optional(),
});

/** Another role, or back into the team. */
export const PATCH = route(
  { params: idParams, body: change },
  async ({ request, params, body, member, services }) => {
    requireAdmin(member);
    if (body.isRemoved === false) {
      const { after } = await restoreMember(services, params.id);
      await audit(services, request, 'member.restored', member, { subject: after });
    }
    if (body.role !== undefined) {
      const { before, after } = await changeRole(services, params.id, body.role);
      if (before.role !== after.role) {
        const detail = `${before.role} to ${after.role}`;
        await audit(services, request, 'member.role_changed', member, { subject: after, detail });
      }
    }
    return new Response(null, { status: 204 });
  },
);

export const DELETE = route({ params: idParams }, async ({ request, params, member, services }) => {
  requireAdmin(member);
  const { after } = await removeMember(services, params.id);
  await audit(services, request, 'member.removed', member, { subject: after });
  return new Response(null, { status: 204 });
});
