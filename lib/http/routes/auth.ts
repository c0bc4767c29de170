import { z } from 'zod';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { roleSchema } from '#lib/core/vocabulary/team/member.ts';
import { clientMetadataPath } from '#lib/core/vocabulary/tools/mcp-sign-in.ts';
import { audit } from '#lib/operations/audit-log.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { joinTeam } from '#lib/team/invites.ts';
import { beginSession } from '#lib/team/sessions.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import { resourceMetadata } from '../mcp-server/resource-metadata.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';
import { endedSessionCookie, sessionCookie } from '../session-cookie.ts';
import { leaveForProvider } from '../sign-in.ts';
import { signInPage } from '../sign-in-page.ts';

export const authRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/auth/sign-in',
    summary: 'Start signing in',
    description: 'Redirects the browser to the identity provider, and later to `next`.',
    right: 'read',
    scope: 'everyone',
    token: null,
    query: z.strictObject({ next: z.string().max(2_000).optional().describe('A path of this site') }),
    statuses: [303],
    errors: ['too_many_requests'],
    async handle({ origin, query: { next = null }, services }) {
      await checkRate(services, origin, 'signIn');
      try {
        const { url, cookie } = await leaveForProvider(services, next);
        return new Response(null, { status: 303, headers: { Location: url.href, 'Set-Cookie': cookie } });
      } catch (error) {
        services.log.warn({ err: error }, 'the identity provider cannot be reached');
        return signInPage(services, 'provider', next);
      }
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/auth/callback',
    summary: 'Finish signing in',
    description:
      'The identity provider redirects the browser here, with the query that OpenID Connect defines. Starts a new session, whatever session the browser had before.',
    right: 'read',
    scope: 'everyone',
    token: null,
    statuses: [303],
    errors: ['too_many_requests'],
    async handle({ request, origin, services }) {
      await checkRate(services, origin, 'signIn');
      return await finishSignIn(services, request, origin);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'Sign out of this browser',
    right: 'read',
    scope: 'team',
    token: null,
    async handle({ origin, member, session, services }) {
      if (session) {
        await audit(services, origin, 'member.signed_out', member);
        // Last: its streams end, and a page that is not answered yet would ask again for what they bring.
        await services.stores.sessions.delete(member.id, session.id);
      }
      const headers = { 'Set-Cookie': endedSessionCookie(services.config) };
      return new Response(null, { status: 204, headers });
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/auth/join',
    summary: 'Join the team with an invite',
    description:
      'Uses up the invite and starts a session. 410 `invite_gone` if it is no longer valid; 409 `name_taken` leaves it valid.',
    right: 'read',
    scope: 'everyone',
    token: null,
    body: z.strictObject({
      token: z.string().max(100),
      name: z.string().trim().min(1).max(limits.titleCharacters).optional().describe('Of a new member'),
    }),
    answer: z.object({ memberId: z.string(), role: roleSchema }),
    statuses: [201],
    errors: ['not_possible', 'signed_out', 'invite_gone', 'name_taken', 'too_many_requests'],
    async handle({ request, origin, body: { token, name }, member, services }) {
      await checkRate(services, origin, 'join');
      if (services.config.signIn === null) throw new VitrineError('not_possible', 'There is no team to join');
      if (member === null && services.identityProvider !== null) {
        throw new VitrineError('signed_out', 'Sign in first, then open the invite again');
      }
      if (member === null && name === undefined) throw new VitrineError('invalid_request', 'Enter your name');
      const newId = services.newId('mem');
      const joined = await joinTeam(services, token, { signedIn: member, name: name ?? '', newId });
      await audit(services, origin, 'member.joined', joined.member, {
        subject: { id: joined.invite.id, name: `an invite by ${joined.invite.createdBy.name}` },
        detail: joined.invite.role,
      });
      const userAgent = request.headers.get('user-agent');
      // A new session prevents fixation: nobody can have planted a token they know in this browser.
      const session = await beginSession(services, services.newId('ses'), joined.member, userAgent);
      return Response.json(
        { memberId: joined.member.id, role: joined.member.role },
        { status: 201, headers: { 'Set-Cookie': sessionCookie(session, services.config) } },
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: clientMetadataPath,
    summary: 'Read this server\u2019s OAuth client metadata',
    description:
      'For authorization servers of MCP servers (client ID metadata document). The address of this document is the client ID.',
    right: 'read',
    scope: 'everyone',
    token: 'read',
    answer: z.looseObject({ client_id: z.url(), redirect_uris: z.array(z.url()) }),
    handle: async ({ origin, services }) => services.mcpSignIns.clientMetadata(origin.siteUrl),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/auth/resource',
    summary: 'Read whose tokens the MCP server takes',
    description:
      'OAuth protected resource metadata (RFC 9728), also at `/.well-known/oauth-protected-resource/mcp`. 404 where only API tokens are taken.',
    right: 'read',
    scope: 'everyone',
    token: 'read',
    answer: z.object({
      resource: z.url(),
      authorization_servers: z.array(z.url()),
      scopes_supported: z.array(z.string()),
      bearer_methods_supported: z.array(z.string()),
      resource_name: z.string(),
    }),
    errors: ['not_found'],
    handle: async ({ services }) => resourceMetadata(services),
  }),
];
