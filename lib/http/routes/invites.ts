import { z } from 'zod';
import { notFound } from '#lib/core/errors.ts';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import { inviteSchema, roleSchema } from '#lib/core/vocabulary/team/member.ts';
import { audit } from '#lib/operations/audit-log.ts';
import { inviteMember } from '#lib/operations/team/invite-member.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

export const inviteRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/invites',
    summary: 'List open invites',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    answer: z.object({ invites: z.array(inviteSchema) }),
    handle: async ({ services }) => ({ invites: await services.stores.invites.list() }),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/invites',
    summary: 'Create an invite',
    description:
      'A link that works once, within 24 hours. Its token is only in this answer. With `memberId` it signs that member in again; 409 `not_possible` where members sign in with a provider.',
    right: 'manage',
    scope: 'team',
    // It would outlive the token: an invite begins a session.
    token: null,
    body: z.strictObject({
      role: roleSchema.default('member'),
      memberId: idSchema.optional().describe('Sign this member in again, in another browser'),
    }),
    answer: z.object({ id: z.string(), url: z.string(), expiresAt: z.iso.datetime() }),
    statuses: [201],
    errors: ['not_found', 'not_possible'],
    handle: ({ origin, body: { role, memberId = null }, member, services }) =>
      inviteMember({ origin, member, services }, { role, memberId }),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/invites/:id',
    summary: 'Revoke an invite',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    errors: ['not_found'],
    async handle({ origin, params, member, services }) {
      if (!(await services.stores.invites.delete(params.id))) throw notFound();
      const subject = { id: params.id, name: 'an invite' };
      await audit(services, origin, 'invite.revoked', member, { subject });
    },
  }),
];
