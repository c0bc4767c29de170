import { z } from 'zod';
import { workspaceSettingsChangeSchema, workspaceSettingsSchema } from '#lib/core/api/workspace-settings.ts';
import { workspaceViewSchema } from '#lib/core/api/workspace-view.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { workspaceRecordSchema } from '#lib/core/vocabulary/workspace-record.ts';
import { addWorkspace, newWorkspaceSchema } from '#lib/operations/workspaces/add-workspace.ts';
import { changeWorkspace } from '#lib/operations/workspaces/change-workspace.ts';
import { listWorkspaces } from '#lib/operations/workspaces/list-workspaces.ts';
import { readWorkspace } from '#lib/operations/workspaces/read-workspace.ts';
import { removeWorkspace } from '#lib/operations/workspaces/remove-workspace.ts';
import { listUsableNames } from '#lib/operations/workspaces/usable-workspaces.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const workspaceParams = z.object({ name: z.string().max(4_096) });
const isAdmin = (member: Member): boolean => may(member, 'manage', { kind: 'team' });

export const workspaceRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/workspaces',
    needsFiles: 'any',
    summary: 'List workspaces',
    description: 'Members who are not admins get the names of those that they may use.',
    right: 'read',
    scope: 'team',
    token: 'read',
    answer: z.object({
      workspaces: z.union([z.array(workspaceViewSchema), z.array(z.object({ name: z.string() }))]),
    }),
    handle: async ({ member, services }) => ({
      workspaces: isAdmin(member)
        ? await listWorkspaces(services)
        : (await listUsableNames(services, member)).map((name) => ({ name })),
    }),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/workspaces',
    needsFiles: 'new workspace',
    summary: 'Add a workspace',
    description:
      'A folder of the server, or a repository to clone; the settings of the server limit both. 202 while a clone is running: the list shows how it ended.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    body: newWorkspaceSchema,
    answer: workspaceRecordSchema.pick({ name: true, state: true }),
    statuses: [201, 202],
    errors: ['not_possible'],
    async handle({ body, origin, member, services }) {
      const { name, state } = await addWorkspace({ origin, member, services }, body);
      return Response.json({ name, state }, { status: state === 'ready' ? 201 : 202 });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/workspaces/:name',
    needsFiles: 'workspace',
    summary: 'Read what admins decided for a workspace',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    params: workspaceParams,
    answer: workspaceSettingsSchema,
    errors: ['not_found'],
    handle: ({ params: { name }, services }) => readWorkspace(services, name),
  }),

  defineRoute({
    method: 'PATCH',
    path: '/api/workspaces/:name',
    needsFiles: 'workspace',
    summary: 'Change what admins decide for a workspace',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    params: workspaceParams,
    body: workspaceSettingsChangeSchema,
    answer: workspaceSettingsSchema,
    errors: ['not_found', 'too_large'],
    handle: ({ params: { name }, body, origin, member, services }) =>
      changeWorkspace({ origin, member, services }, name, body),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/workspaces/:name',
    needsFiles: 'workspace or any',
    summary: 'Remove a workspace',
    description:
      'Deletes a clone; a folder is left alone. Its conversations can still be read. 409 `not_possible` for a workspace from the settings of the server.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    params: workspaceParams,
    errors: ['not_found', 'not_possible'],
    handle: ({ params: { name }, origin, member, services }) =>
      removeWorkspace({ origin, member, services }, name),
  }),
];
