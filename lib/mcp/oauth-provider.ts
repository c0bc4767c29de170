import {
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { RegisteredClient } from '../core/vocabulary/tools/mcp-server-settings.ts';
import { type CredentialBox, withIssued } from './server-credentials.ts';

/** A sign-in that is under way. */
export interface SignInProgress {
  state: string;
  codeVerifier: string;
  discovery: OAuthDiscoveryState | null;
  /** Where the browser is to go; `null`: nowhere yet. */
  url: URL | null;
}

/** How this server is known to authorization servers. */
export interface OAuthClientFacts {
  redirectUrl: string;
  /** Where they find its metadata; `null`: nowhere that they could reach. */
  metadataUrl: string | null;
  /** As the operator registered it, at one authorization server only; `null`: it is not registered. */
  registered: (RegisteredClient & { issuer: string }) | null;
}

export const clientMetadataOf = (
  redirectUrl: string,
  registered: RegisteredClient | null,
): OAuthClientMetadata => ({
  client_name: 'Vitrine',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: registered?.clientSecret ? 'client_secret_basic' : 'none',
});

/**
 * One member's side of OAuth with one server. Credentials are kept by the authorization server that issued them.
 * @param progress `null`: nobody sits before it. It then refreshes tokens, and never registers or asks.
 * @param sent the refresh token that was sent last, where one was
 */
export function createOAuthProvider(
  box: CredentialBox,
  facts: OAuthClientFacts,
  progress: SignInProgress | null,
  sent: () => string | null,
): OAuthClientProvider {
  // What goes on in the background brings nothing back that a member has deleted.
  const change = progress ? box.change : box.update;
  /** The authorization server that is spoken to. */
  let issuer: string | null = null;
  const issuedBy = async (wanted: string | undefined) => {
    const { issued } = await box.read();
    return wanted === undefined
      ? issued.findLast(({ tokens }) => tokens)
      : issued.find((one) => one.issuer === wanted);
  };
  return {
    get redirectUrl() {
      return facts.redirectUrl;
    },
    ...(facts.metadataUrl === null ? {} : { clientMetadataUrl: facts.metadataUrl }),
    get clientMetadata() {
      return clientMetadataOf(facts.redirectUrl, facts.registered);
    },
    state: () => progress?.state ?? '',
    async clientInformation(context?: OAuthClientInformationContext) {
      issuer = context?.issuer ?? issuer;
      const { registered } = facts;
      if (registered) {
        const { clientId, clientSecret, issuer: of } = registered;
        const secret = clientSecret === null ? {} : { client_secret: clientSecret };
        return { client_id: clientId, ...secret, issuer: of };
      }
      const client = (await issuedBy(context?.issuer))?.client;
      if (!client && progress === null) throw new UnauthorizedError('Nobody has signed in');
      return (client ?? undefined) as StoredOAuthClientInformation | undefined;
    },
    // Without this it is never registered anew, where another authorization server is named.
    ...(facts.registered
      ? {}
      : {
          async saveClientInformation(
            client: StoredOAuthClientInformation,
            context?: OAuthClientInformationContext,
          ) {
            const of = context?.issuer ?? client.issuer;
            if (of !== undefined) await change((before) => withIssued(before, of, { client }));
          },
        }),
    async tokens(context) {
      issuer = context?.issuer ?? issuer;
      return ((await issuedBy(context?.issuer))?.tokens ?? undefined) as StoredOAuthTokens | undefined;
    },
    async saveTokens(tokens, context) {
      const of = context?.issuer ?? tokens.issuer;
      if (of === undefined) return;
      await change((before) =>
        withIssued(progress ? { ...before, wantedScope: null } : before, of, { tokens }),
      );
    },
    async redirectToAuthorization(url) {
      if (progress) progress.url = url;
      else {
        const wantedScope = url.searchParams.get('scope');
        // Without tokens there is nothing that does not suffice.
        await change((before) =>
          before.issued.some(({ tokens }) => tokens) ? { ...before, wantedScope } : before,
        );
      }
    },
    saveCodeVerifier(codeVerifier) {
      if (progress) progress.codeVerifier = codeVerifier;
    },
    codeVerifier: () => progress?.codeVerifier ?? '',
    async saveDiscoveryState(discovery) {
      if (progress) progress.discovery = discovery;
      await change((before) => ({ ...before, discovery: { ...discovery } }));
    },
    async discoveryState() {
      if (progress) return progress.discovery ?? undefined;
      return ((await box.read()).discovery as OAuthDiscoveryState | null) ?? undefined;
    },
    async invalidateCredentials(scope) {
      const of = issuer;
      await change((before) => {
        const found = before.issued.find((one) => one.issuer === of);
        // Another request, or process, may have renewed them meanwhile.
        const isUsed = found?.tokens?.refresh_token === (sent() ?? undefined);
        const discovery = scope === 'all' || scope === 'discovery' ? null : before.discovery;
        if (of === null || !found || scope === 'verifier' || scope === 'discovery')
          return { ...before, discovery };
        return withIssued({ ...before, discovery }, of, {
          ...(scope !== 'tokens' ? { client: null } : {}),
          ...(scope !== 'client' && isUsed ? { tokens: null } : {}),
        });
      });
    },
  };
}
