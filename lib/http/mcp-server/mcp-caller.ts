import { signedOut } from '#lib/core/errors.ts';
import { type TokenScope, tokenScopes } from '#lib/core/vocabulary/team/api-token.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { memberWithRights } from '#lib/core/vocabulary/team/member-with-rights.ts';
import type { McpClient } from '#lib/operations/conversations/client-conversation.ts';
import type { Services } from '#lib/services.ts';
import { isActive } from '#lib/team/members.ts';
import { readBearerToken } from '../bearer-token.ts';
import { readApiToken, readCaller, withinScopes } from '../signed-in.ts';
import { mcpAudience } from './resource-metadata.ts';

interface McpCaller {
  member: Member;
  client: McpClient;
  scopes: readonly TokenScope[];
  tokenId: string | null;
}

/** What a token of the provider may that names no scope of ours. */
const usualScopes: readonly TokenScope[] = ['read', 'show'];

/**
 * Who calls, by an API token or by a token of the identity provider for this server. `null`: no token was sent.
 * @throws VitrineError `signed_out`: it is not valid
 */
export async function readMcpCaller(services: Services, request: Request): Promise<McpCaller | null> {
  if (readApiToken(request.headers) !== null) {
    const caller = await readCaller(services, request.headers);
    if (!caller?.token) return null;
    const { id, name, scopes } = caller.token;
    return { member: caller.member, client: { id, name }, scopes, tokenId: id };
  }
  const token = readBearerToken(request.headers);
  const audience = mcpAudience(services);
  if (token === null || audience === null || services.identityProvider === null) return null;
  const verified = await services.identityProvider
    .verifyAccessToken(token, audience)
    .catch((cause: unknown) => {
      services.log.info({ err: cause }, 'an access token was refused');
      return null;
    });
  const record = verified && (await services.stores.members.get(verified.memberId));
  if (!verified || !record || !isActive(record)) {
    throw signedOut('This access token is not valid here. Its owner must have signed in here before.');
  }
  const named = tokenScopes.filter((scope) => verified.scopes.includes(scope));
  const scopes = named.length > 0 ? named : usualScopes;
  const client = { id: `${record.id}:${verified.clientId}`, name: verified.clientId };
  return {
    member: withinScopes(memberWithRights(record, await services.stores.settings.get()), scopes),
    client,
    scopes,
    tokenId: null,
  };
}
