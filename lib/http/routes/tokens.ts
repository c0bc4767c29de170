import { z } from 'zod';
import { apiTokenViewSchema } from '#lib/core/api/api-token-view.ts';
import { limits } from '#lib/core/limits.ts';
import { tokenScopeSchema } from '#lib/core/vocabulary/team/api-token.ts';
import { issueToken, listTokens, revokeToken } from '#lib/operations/team/api-tokens.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const day = 86_400;

export const tokenRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/tokens',
    summary: 'List the caller’s API tokens',
    description: 'Those that are valid, without the tokens themselves.',
    right: 'read',
    scope: 'team',
    token: null,
    answer: z.object({ tokens: z.array(apiTokenViewSchema) }),
    handle: async ({ member, services }) => ({ tokens: await listTokens(services, member.id) }),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/tokens',
    summary: 'Create an API token',
    description:
      'For programs, which send it as `Authorization: Bearer vtk_…`. It may do what its scopes say and its member may; `admin` is for admins. The answer is the only one that has the token.',
    right: 'read',
    scope: 'team',
    token: null,
    body: z.strictObject({
      name: z
        .string()
        .trim()
        .min(1)
        .max(limits.titleCharacters)
        .describe('The machine or agent that gets it'),
      scopes: z.array(tokenScopeSchema).min(1).max(10),
      expiresInSeconds: z
        .int()
        .min(60)
        .max(limits.tokenSeconds)
        .default(90 * day),
    }),
    answer: z.object({ id: z.string(), token: z.string(), expiresAt: z.iso.datetime() }),
    statuses: [201],
    errors: ['forbidden', 'name_taken', 'not_possible'],
    handle: ({ origin, body, member, services }) => issueToken({ origin, member, services }, body),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/tokens/:id',
    summary: 'Revoke an API token',
    description: 'From the next request on, and ends its streams. Only its member can.',
    right: 'read',
    scope: 'team',
    token: null,
    errors: ['not_found'],
    handle: ({ origin, params, member, services }) => revokeToken({ origin, member, services }, params.id),
  }),
];
