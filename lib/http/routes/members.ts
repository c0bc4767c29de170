import { z } from 'zod';
import { memberViewSchema, teamMemberOf } from '#lib/core/api/member-view.ts';
import { presentMemberSchema } from '#lib/core/api/present-member.ts';
import { notFound } from '#lib/core/errors.ts';
import { pageLimits } from '#lib/core/page-limits.ts';
import { roleSchema, sessionSchema } from '#lib/core/vocabulary/team/member.ts';
import { audit } from '#lib/operations/audit-log.ts';
import { listPresentMembers } from '#lib/operations/team/list-present-members.ts';
import { changeRole, endSessions, eraseMember, removeMember, restoreMember } from '#lib/team/members.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const browserSession = sessionSchema
  .pick({ id: true, createdAt: true, lastSeenAt: true, browser: true })
  .extend({ isThis: z.boolean() });

export const memberRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/members',
    summary: 'List the members of the team',
    description: 'Admins also see removed members, addresses, and when a member was last seen.',
    right: 'read',
    scope: 'team',
    token: 'read',
    answer: z.object({ members: z.array(memberViewSchema) }),
    handle: async ({ member, services }) => ({
      members: teamMemberOf(await services.stores.members.list(), member),
    }),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/members/present',
    summary: 'List the members who are here now',
    description: `Who has had a page in sight in the last ${pageLimits.presentMs / 60_000} minutes.`,
    right: 'read',
    scope: 'team',
    token: null,
    answer: z.object({ members: z.array(presentMemberSchema), isAlone: z.boolean() }),
    handle: ({ services }) => listPresentMembers(services),
  }),

  defineRoute({
    method: 'PATCH',
    path: '/api/members/:id',
    summary: 'Change the role of a member, or restore a removed one',
    description: '403 for a change that would leave no admin.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    body: z.strictObject({
      role: roleSchema.optional(),
      isRemoved: z.literal(false).optional().describe('Restores a removed member'),
    }),
    errors: ['not_found'],
    async handle({ origin, params, body, member, services }) {
      if (body.isRemoved === false) {
        const { after } = await restoreMember(services, params.id);
        await audit(services, origin, 'member.restored', member, { subject: after });
      }
      if (body.role !== undefined) {
        const { before, after } = await changeRole(services, params.id, body.role);
        if (before.role !== after.role) {
          const detail = `${before.role} to ${after.role}`;
          await audit(services, origin, 'member.role_changed', member, { subject: after, detail });
        }
      }
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/members/:id',
    summary: 'Remove a member from the team',
    description: 'Ends their sessions; what they made remains. 403 for a change that would leave no admin.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    errors: ['not_found'],
    async handle({ origin, params, member, services }) {
      const { after } = await removeMember(services, params.id);
      await audit(services, origin, 'member.removed', member, { subject: after });
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/members/:id/data',
    summary: 'Erase the data of a removed member',
    description:
      'Their name in conversations, the ledger and settings becomes that of nobody; address, groups, picture, preferences, pins, read positions and the mentions of them are deleted. What they wrote stays, and the audit log with their name until its retention. It cannot be undone. 409 `not_possible` for a member who was not removed.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    errors: ['not_found', 'not_possible'],
    async handle({ origin, params, member, services }) {
      const erased = await eraseMember(services, params.id);
      await audit(services, origin, 'member.removed', member, { subject: erased, detail: 'data erased' });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/members/:id/sessions',
    summary: 'List the browsers in which a member is signed in',
    right: 'read',
    scope: 'member',
    token: null,
    answer: z.object({ sessions: z.array(browserSession) }),
    async handle({ params, session, services }) {
      const sessions = await services.stores.sessions.listOf(params.id);
      return {
        sessions: sessions.map(({ id, createdAt, lastSeenAt, browser }) => ({
          id,
          createdAt,
          lastSeenAt,
          browser,
          isThis: id === session?.id,
        })),
      };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/members/:id/sessions',
    summary: 'Sign a member out of every browser',
    description: 'Their API tokens are revoked, too.',
    right: 'manage',
    scope: 'member',
    token: null,
    async handle({ origin, params, member, services }) {
      const { after } = await endSessions(services, params.id);
      await audit(services, origin, 'session.revoked', member, { subject: after, detail: 'all' });
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/members/:id/sessions/:sessionId',
    summary: 'Sign a member out of one browser',
    right: 'manage',
    scope: 'member',
    token: null,
    async handle({ origin, params: { id, sessionId }, member, services }) {
      const record = await services.stores.members.get(id);
      if (!record || !(await services.stores.sessions.delete(id, sessionId))) throw notFound();
      await audit(services, origin, 'session.revoked', member, { subject: record, detail: 'one' });
    },
  }),
];
