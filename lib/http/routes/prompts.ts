import { z } from 'zod';
import {
  promptNameSchema,
  promptRequestSchema,
  promptViewSchema,
} from '#lib/core/vocabulary/prompts/prompt.ts';
import { putPrompt, removePrompt } from '#lib/operations/team/change-prompts.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const params = z.object({ name: promptNameSchema });

export const promptRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/prompts',
    summary: 'List the prompts of the team',
    description: 'Messages that members saved, by name. `{{name}}` in a text is a field to fill in.',
    right: 'read',
    scope: 'team',
    token: 'read',
    answer: z.object({ prompts: z.array(promptViewSchema) }),
    handle: async ({ services }) => ({ prompts: await services.stores.prompts.list() }),
  }),

  defineRoute({
    method: 'PUT',
    path: '/api/prompts/:name',
    summary: 'Save a prompt',
    description: 'A new one, or other words for one that the caller saved; admins may change all.',
    right: 'read',
    scope: 'team',
    token: 'write',
    params,
    body: promptRequestSchema,
    errors: ['forbidden', 'not_possible'],
    handle: ({ params: { name }, body, origin, member, services }) =>
      putPrompt({ origin, member, services }, name, body),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/prompts/:name',
    summary: 'Remove a prompt',
    description: 'One that the caller saved; admins may remove all.',
    right: 'read',
    scope: 'team',
    token: 'write',
    params,
    errors: ['forbidden', 'not_found'],
    handle: ({ params: { name }, origin, member, services }) =>
      removePrompt({ origin, member, services }, name),
  }),
];
