import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { z } from 'zod';
import type { Config, OidcSettings } from '../config.ts';
import { limits } from '../core/limits.ts';
import { formatId, idBytes } from '../core/vocabulary/ids.ts';

/** A person as the provider identifies them. */
export interface Identity {
  /** Member ID derived from provider and subject, never from an e-mail address, which may be reassigned. */
  memberId: string;
  name: string;
  email: string | null;
  /** `null`: the provider does not decide the role. */
  isAdmin: boolean | null;
  /** As the provider names them, a bounded number of them. */
  groups: readonly string[];
}

/** What must be stored between leaving for the provider and returning. */
export const pendingSignInSchema = z.object({
  codeVerifier: z.string(),
  nonce: z.string(),
  state: z.string(),
  next: z.string(),
  /** Hash of a cookie of the browser that left, so that no other browser can return in its place. */
  browserHash: z.string(),
});
export type PendingSignIn = z.infer<typeof pendingSignInSchema>;

export interface IdentityProvider {
  /** The URL to send the browser to, and the state to store. Rejects while the provider cannot be reached. */
  begin(): Promise<{ url: URL; pending: Pick<PendingSignIn, 'codeVerifier' | 'nonce' | 'state'> }>;
  /**
   * @param search query of the URL the browser returned to. @throws when the provider's response is invalid
   * or lacks a required claim
   */
  finish(search: string, pending: PendingSignIn): Promise<Identity>;
  /**
   * Whose access token (a JWT, RFC 9068) it is.
   * @throws if it is not of this provider, not for this audience, or has expired
   */
  verifyAccessToken(token: string, audience: string): Promise<VerifiedAccess>;
}

/** What an access token of the provider says. */
export interface VerifiedAccess {
  memberId: string;
  clientId: string;
  scopes: readonly string[];
}

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
  // Some providers send it as text. What says neither is no proof.
  email_verified: z
    .union([z.boolean(), z.literal('true').transform(() => true)])
    .optional()
    .catch(false),
  groups: z.array(z.string()).optional().catch(undefined),
});

/** RFC 9068, section 2.2. */
const accessSchema = z.object({
  sub: z.string(),
  client_id: z.string().max(200),
  scope: z.string().default(''),
});

/** Works with any OpenID provider, by discovery. Code flow with PKCE, state and nonce. */
export function createIdentityProvider(
  oidc: OidcSettings,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): IdentityProvider {
  const redirectUri = new URL('/api/auth/callback', baseUrl ?? 'http://localhost').href;
  // Only successful discovery is cached, so a provider that was unavailable is asked again.
  let found: Promise<openid.Configuration> | null = null;
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;
  const discover = (): Promise<openid.Configuration> => {
    found ??= discoverProvider(oidc).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };

  return {
    async begin() {
      const provider = await discover();
      const codeVerifier = openid.randomPKCECodeVerifier();
      const nonce = openid.randomNonce();
      const state = openid.randomState();
      const url = openid.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: oidc.readsGroups ? 'openid profile email groups' : 'openid profile email',
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        nonce,
        state,
      });
      return { url, pending: { codeVerifier, nonce, state } };
    },
    async finish(search, { codeVerifier, nonce, state }) {
      // Read again for each sign-in: of a provider that was read before, the library looks for new keys once a minute.
      const provider = await discoverProvider(oidc);
      const tokens = await openid
        .authorizationCodeGrant(provider, new URL(redirectUri + search), {
          pkceCodeVerifier: codeVerifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        })
        .catch(nameClock);
      const claims = tokens.claims();
      // Strictly conforming providers return names and groups from the userinfo endpoint, not in the ID
      // token.
      const asked =
        claims && provider.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : {};
      return identityOf({ ...asked, ...claims }, oidc);
    },
    async verifyAccessToken(token, audience) {
      const { issuer, jwks_uri: keysUrl } = (await discover()).serverMetadata();
      if (keysUrl === undefined) throw new Error('The identity provider publishes no keys');
      keys ??= createRemoteJWKSet(new URL(keysUrl));
      const { payload } = await jwtVerify(token, keys, {
        ...{ issuer, audience, typ: 'at+jwt' },
        requiredClaims: ['exp', 'iat'],
      });
      const { sub, scope, client_id: clientId } = accessSchema.parse(payload);
      return { memberId: memberIdOf(issuer, sub), clientId, scopes: scope.split(' ') };
    },
  };
}

/** Each of its requests is bounded in time. @throws when the provider does not answer, or as another issuer */
async function discoverProvider({
  issuer,
  clientId,
  clientSecret,
}: OidcSettings): Promise<openid.Configuration> {
  const url = new URL(issuer);
  const client = {
    [openid.clockTolerance]: limits.identityClockSeconds,
    ...(clientSecret === null ? {} : { client_secret: clientSecret }),
  };
  return await openid.discovery(url, clientId, client, undefined, {
    execute: [
      // The ID token is believed by its signature too, not only because of where it came from.
      openid.enableNonRepudiationChecks,
      ...(url.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
    timeout: limits.identityProviderMs / 1_000,
  });
}

/** The library's error only names a claim, which does not lead an operator to the clock. */
function nameClock(error: unknown): never {
  if (!(error instanceof openid.ClientError) || error.code !== 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    throw error;
  const seconds = limits.identityClockSeconds;
  throw new Error(
    `The ID token has expired, or is not valid yet, by the clock of this server, which may differ by ${seconds} s from that of the provider. Set both by NTP.`,
    { cause: error },
  );
}

/** The ID of a person: of provider and subject. */
function memberIdOf(issuer: string, subject: string): string {
  const hash = createHash('sha256').update(`${issuer}\n${subject}`).digest();
  return formatId('mem', hash.subarray(0, idBytes));
}

function identityOf(result: unknown, { adminGroup }: OidcSettings): Identity {
  const claims = claimsSchema.parse(result);
  const email = claims.email_verified === false ? null : (claims.email ?? null);
  return {
    memberId: memberIdOf(claims.iss, claims.sub),
    name: claims.name ?? claims.preferred_username ?? email ?? 'Somebody',
    email,
    isAdmin: adminGroup === null ? null : claims.groups?.includes(adminGroup) === true,
    groups: (claims.groups ?? []).filter((group) => group.length <= 200).slice(0, limits.providerGroups),
  };
}
