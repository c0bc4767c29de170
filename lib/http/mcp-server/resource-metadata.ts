import { notFound } from '#lib/core/errors.ts';
import { tokenScopes } from '#lib/core/vocabulary/team/api-token.ts';
import type { Services } from '#lib/services.ts';

const mcpPath = '/mcp';
/** RFC 9728, section 3.1: the well-known part comes before the path. */
const metadataPath = `/.well-known/oauth-protected-resource${mcpPath}`;

/** By which the provider's tokens name this server; `null`: tokens of a provider are not taken. */
export const mcpAudience = ({ config }: Pick<Services, 'config'>): string | null =>
  config.signIn?.oidc && config.baseUrl ? config.baseUrl + mcpPath : null;

/** `null`: there is nothing to find there. */
export const resourceMetadataUrl = (services: Pick<Services, 'config'>): string | null =>
  mcpAudience(services) === null ? null : `${services.config.baseUrl}${metadataPath}`;

/**
 * OAuth protected resource metadata (RFC 9728): whose tokens the MCP server takes.
 * @throws VitrineError `not_found` where it takes only API tokens
 */
export function resourceMetadata(services: Pick<Services, 'config'>) {
  const resource = mcpAudience(services);
  const issuer = services.config.signIn?.oidc?.issuer;
  if (resource === null || !issuer) throw notFound();
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: tokenScopes.filter((scope) => scope !== 'admin' && scope !== 'run'),
    bearer_methods_supported: ['header'],
    resource_name: 'Vitrine',
  };
}
