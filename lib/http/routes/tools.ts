import { acceptedToolChangeSchema, acceptToolChange } from '#lib/operations/team/accept-tool-change.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

export const toolRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/tools/changes',
    summary: 'Accept a changed tool',
    description:
      'A tool of an MCP server is blocked while its description, arguments or hints are not those that were accepted. 409 `not_possible` if it is not blocked for this definition.',
    right: 'manage',
    scope: 'team',
    body: acceptedToolChangeSchema,
    errors: ['not_possible'],
    handle: ({ origin, body, member, services }) => acceptToolChange({ origin, member, services }, body),
  }),
];
