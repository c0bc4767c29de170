import { z } from 'zod';
import { agentName, agentSettingsSchema } from '#lib/core/vocabulary/agents/agent.ts';
import { mcpServerName } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { signedInPath } from '#lib/core/vocabulary/tools/mcp-sign-in.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { acceptedToolChangeSchema, acceptToolChange } from '#lib/operations/team/accept-tool-change.ts';
import { addMcpServer, newMcpServerSchema, removeMcpServer } from '#lib/operations/team/add-mcp-server.ts';
import { putAgent, removeAgent } from '#lib/operations/team/change-agents.ts';
import { beginMcpSignIn, endMcpSignIn, finishMcpSignIn } from '#lib/operations/team/mcp-sign-in.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const params = z.object({ name: z.string().regex(mcpServerName) });

const agentParams = z.object({ name: z.string().regex(agentName) });

export const toolRoutes: readonly Route[] = [
  defineRoute({
    method: 'PUT',
    path: '/api/tools/agents/:name',
    summary: 'Add or change a sub-agent',
    description:
      'From the next run on, the model can delegate to it. 409 `not_possible` for one of the config file.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    params: agentParams,
    body: agentSettingsSchema,
    errors: ['unknown_model', 'not_possible'],
    handle: ({ params: { name }, origin, body, member, services }) =>
      putAgent({ origin, member, services }, name, body),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/tools/agents/:name',
    summary: 'Remove a sub-agent',
    description: 'One that was added on the page. What it did stays, and where it works it goes on.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    params: agentParams,
    errors: ['not_found', 'not_possible'],
    handle: ({ params: { name }, origin, member, services }) =>
      removeAgent({ origin, member, services }, name),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/tools/changes',
    summary: 'Accept a changed tool',
    description:
      'A tool of an MCP server is blocked while its description, arguments or hints are not those that were accepted. 409 `not_possible` if it is not blocked for this definition.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    body: acceptedToolChangeSchema,
    errors: ['not_possible'],
    handle: ({ origin, body, member, services }) => acceptToolChange({ origin, member, services }, body),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/tools/servers/:name/sign-in',
    needsFiles: 'any',
    summary: 'Start signing in to an MCP server',
    description:
      'Each member for themselves (OAuth 2.1). `url` is where their browser goes; `null`: the server asks for nothing, or what the member has is enough. 409 `not_possible` if nobody can sign in there.',
    right: 'read',
    scope: 'team',
    token: null,
    params,
    answer: z.object({ url: z.url().nullable() }),
    errors: ['not_found', 'not_possible', 'too_many_requests'],
    async handle({ params: { name }, origin, member, services }) {
      await checkRate(services, origin, 'signIn');
      return await beginMcpSignIn({ origin, member, services }, name);
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/tools/servers/:name/sign-in',
    needsFiles: 'any',
    summary: 'Sign out of an MCP server',
    description: 'Deletes what the member has to sign in to it.',
    right: 'read',
    scope: 'team',
    token: null,
    params,
    errors: ['not_found'],
    handle: ({ params: { name }, origin, member, services }) =>
      endMcpSignIn({ origin, member, services }, name),
  }),

  defineRoute({
    method: 'GET',
    path: signedInPath,
    needsFiles: 'any',
    summary: 'Finish signing in to an MCP server',
    description:
      'The authorization server redirects the browser here, with the query that OAuth defines; valid once, and for the member who left. Redirects to the page Tools.',
    right: 'read',
    scope: 'team',
    token: null,
    statuses: [303],
    errors: ['too_many_requests'],
    async handle({ request, origin, member, services }) {
      await checkRate(services, origin, 'signIn');
      const search = new URL(request.url).searchParams;
      const failure = await finishMcpSignIn({ origin, member, services }, search);
      const location = failure === null ? '/tools' : `/tools?failure=${failure}`;
      return new Response(null, { status: 303, headers: { Location: location } });
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/tools/servers',
    needsFiles: 'any',
    summary: 'Add an MCP server',
    description:
      'By its address or by a command that the config file allows (`mcpCommands`), for the team or for one workspace. Where people sign in, an address has to be public and over HTTPS; a command runs in the sandbox.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    body: newMcpServerSchema,
    answer: z.object({ name: z.string() }),
    statuses: [201],
    errors: ['unknown_workspace', 'not_possible'],
    async handle({ origin, body, member, services }) {
      await addMcpServer({ origin, member, services }, body);
      return { name: body.name };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/tools/servers/:name',
    needsFiles: 'any',
    summary: 'Remove an MCP server',
    description:
      'One that was added on the page, with what members have to sign in to it. 409 `not_possible` for one of the config file.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    params,
    errors: ['not_found', 'not_possible'],
    handle: ({ params: { name }, origin, member, services }) =>
      removeMcpServer({ origin, member, services }, name),
  }),
];
