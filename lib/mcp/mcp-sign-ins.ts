import { randomBytes } from 'node:crypto';
import { auth, type OAuthClientMetadata, type OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { createGuardedFetch } from '#lib/workspace/network/guarded-fetch.ts';
import { isLoopback } from '../core/algorithms/hosts.ts';
import { errorMessage, VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { McpServerSettings } from '../core/vocabulary/tools/mcp-server-settings.ts';
import {
  clientMetadataPath,
  type McpSignInFailure,
  signedInPath,
} from '../core/vocabulary/tools/mcp-sign-in.ts';
import type { Sealer } from '../stores/sealer.ts';
import type { Stores } from '../stores/stores.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { hashOf } from './hash-of.ts';
import { createClient, createHttpTransport, type HttpAddress, isSignedOut } from './mcp-connection.ts';
import type { McpServerEntry } from './mcp-server-entry.ts';
import { clientMetadataOf, createOAuthProvider, type SignInProgress } from './oauth-provider.ts';
import { type CredentialBox, openCredentials } from './server-credentials.ts';
import { createSharedRefreshes, type SharedRefreshes } from './shared-refresh.ts';

export interface HttpEntry extends Pick<McpServerEntry, 'added'> {
  settings: Extract<McpServerSettings, { kind: 'http' }>;
}

/** A member who left to sign in to a server, and has not come back yet. */
const pendingSchema = z.object({
  memberId: z.string(),
  server: z.string(),
  url: z.string(),
  redirectUrl: z.string(),
  state: z.string(),
  codeVerifier: z.string(),
  discovery: z.looseObject({ authorizationServerUrl: z.string() }).nullable(),
});

export type McpSignInEnd =
  | { server: string }
  | {
      failure: McpSignInFailure;
      /** `null`: there is nothing to say of it. */
      cause: unknown;
    };

/** How members sign in to MCP servers over HTTP: OAuth 2.1, each for themselves. */
export interface McpSignIns {
  /** How a server is reached for a member. */
  address(server: string, entry: HttpEntry, memberId: string): HttpAddress;
  /**
   * Where a member's browser signs in; `null`: the server asks nobody to, or not again.
   * @param siteUrl where people reach this server
   * @throws VitrineError `not_found`, `not_possible`: why not, in a sentence
   */
  begin(server: string, memberId: string, siteUrl: string): Promise<URL | null>;
  /**
   * @param search of the address the browser came back to
   * @returns the server, or why the member is not signed in
   */
  finish(search: URLSearchParams, memberId: string): Promise<McpSignInEnd>;
  /** Forgets what a member has to sign in. Returns `false` if that is nothing. */
  end(server: string, memberId: string): Promise<boolean>;
  isSignedIn(server: string, memberId: string): Promise<boolean>;
  /** What authorization servers read of this one. */
  clientMetadata(siteUrl: string): OAuthClientMetadata & { client_id: string };
}

interface Needs {
  listServers(): Promise<ReadonlyMap<string, McpServerEntry>>;
  stores: Pick<Stores, 'credentials' | 'once'>;
  /** Reads a file the first time. */
  sealer(): Sealer;
  /** Public origin of this server; `null`: it has none that others could reach. */
  baseUrl: string | null;
  /** Where authorization servers find this server's metadata; `null`: nowhere that they could reach. */
  metadataUrl: string | null;
  allowsPrivate: boolean;
}

export function createMcpSignIns({
  listServers,
  stores,
  sealer,
  baseUrl,
  metadataUrl,
  allowsPrivate,
}: Needs): McpSignIns {
  /** `null`: there is none by this name that members sign in to. */
  const lookUp = async (server: string): Promise<HttpEntry | null> => {
    const { settings, added = null } = (await listServers()).get(server) ?? {};
    return settings?.kind === 'http' && settings.oauth !== null ? { settings, added } : null;
  };
  const find = async (server: string): Promise<HttpEntry> => {
    const entry = await lookUp(server);
    if (entry !== null) return entry;
    throw new VitrineError('not_found', `There is no MCP server ${server} that members sign in to`);
  };
  /** Shared by all connections of a member to a server, so that they change it one after another. */
  const accounts = new Map<string, { box: CredentialBox; refreshes: SharedRefreshes }>();
  const accountOf = (server: string, { settings: { url } }: HttpEntry, memberId: string) => {
    const key = `${memberId} ${server} ${url}`;
    const account = accounts.get(key) ?? {
      box: openCredentials(stores.credentials, sealer(), { memberId, server, url }),
      refreshes: createSharedRefreshes(),
    };
    accounts.set(key, account);
    return account;
  };
  const boxOf = (...of: Parameters<typeof accountOf>): CredentialBox => accountOf(...of).box;
  const addressWith = (
    server: string,
    entry: HttpEntry,
    memberId: string,
    { redirectUrl, progress }: { redirectUrl: string; progress: SignInProgress | null },
  ): HttpAddress => {
    const { url, headers, oauth, allowsSse } = entry.settings;
    const issuer = oauth?.issuer ?? null;
    const namedOrigins = issuer === null ? [] : [new URL(issuer).origin];
    const registered = oauth?.registered && issuer !== null ? { ...oauth.registered, issuer } : null;
    const facts = { redirectUrl, metadataUrl, registered };
    const isNamed = entry.added === null;
    const guarded = createGuardedFetch({ serverUrl: url, isNamed, headers, namedOrigins, allowsPrivate });
    if (oauth === null) return { kind: 'http', url, fetch: guarded, authProvider: null, allowsSse };
    const { box, refreshes } = accountOf(server, entry, memberId);
    return {
      kind: 'http',
      url,
      fetch: refreshes.wrap(guarded),
      authProvider: createOAuthProvider(box, facts, progress, refreshes.lastSent),
      allowsSse,
    };
  };
  return {
    address: (server, entry, memberId) =>
      addressWith(server, entry, memberId, {
        redirectUrl: (baseUrl ?? 'http://localhost') + signedInPath,
        progress: null,
      }),

    async begin(server, memberId, siteUrl) {
      const entry = await find(server);
      const redirectUrl = siteUrl + signedInPath;
      const state = randomBytes(32).toString('base64url');
      const progress: SignInProgress = { state, codeVerifier: '', discovery: null, url: null };
      const address = addressWith(server, entry, memberId, { redirectUrl, progress });
      const { wantedScope, discovery: known } = await boxOf(server, entry, memberId).read();
      try {
        // Only the refused call said where its server's metadata is.
        const metadataUrl = (known as OAuthDiscoveryState | null)?.resourceMetadataUrl;
        const isIn = wantedScope === null ? canConnect(address) : canRenew(address, wantedScope, metadataUrl);
        if (await isIn) return null;
      } catch (error) {
        if (!isSignedOut(error)) throw unreachable(server, error);
      }
      const { codeVerifier, discovery, url } = progress;
      if (url === null) throw unreachable(server, new Error('it does not say where'));
      if (!isPage(url)) throw unreachable(server, new Error('its page to sign in is not at a web address'));
      const pending = {
        memberId,
        server,
        url: entry.settings.url,
        redirectUrl,
        state,
        codeVerifier,
        discovery,
      };
      await stores.once.put(keyOf(state), JSON.stringify(pending), limits.signInSeconds * 1000);
      return url;
    },

    async finish(search, memberId) {
      const taken = await stores.once.take(keyOf(search.get('state') ?? ''));
      const pending = taken === null ? null : pendingSchema.parse(JSON.parse(taken));
      const entry = pending && (await lookUp(pending.server));
      // Begun by somebody else, it would sign this member in as them.
      if (pending?.memberId !== memberId || !entry || entry.settings.url !== pending.url) {
        return { failure: 'expired', cause: null };
      }
      const { server, state, codeVerifier, redirectUrl } = pending;
      if (search.has('error')) return { failure: 'refused', cause: search.get('error') };
      const discovery = pending.discovery as OAuthDiscoveryState | null;
      const progress = { state, codeVerifier, discovery, url: null };
      const transport = createHttpTransport(addressWith(server, entry, memberId, { redirectUrl, progress }));
      try {
        await transport.finishAuth(search);
      } catch (error) {
        return { failure: 'failed', cause: error };
      } finally {
        await transport.close().catch(() => {});
      }
      return { server };
    },

    end: async (server, memberId) => await boxOf(server, await find(server), memberId).clear(),

    async isSignedIn(server, memberId) {
      const entry = await lookUp(server);
      if (entry === null) return false;
      return (await boxOf(server, entry, memberId).read()).issued.some(({ tokens }) => tokens !== null);
    },

    clientMetadata: (siteUrl) => ({
      client_id: siteUrl + clientMetadataPath,
      ...clientMetadataOf(siteUrl + signedInPath, null),
    }),
  };
}

/** @throws UnauthorizedError where somebody has to sign in */
async function canConnect(address: HttpAddress): Promise<boolean> {
  const client = createClient(
    false,
    false,
    () => {},
    async () => ({ action: 'cancel' }),
  );
  try {
    await client.connect(createHttpTransport(address), { timeout: limits.mcpConnectMs });
    return true;
  } finally {
    await client.close().catch(() => {});
  }
}

/** Asks for more than the tokens allow. */
async function canRenew(
  { authProvider, url, fetch: fetchAny }: HttpAddress,
  scope: string,
  metadataUrl: string | undefined,
): Promise<boolean> {
  if (authProvider === null) return true;
  const end = await auth(authProvider, {
    serverUrl: url,
    scope,
    forceReauthorization: true,
    fetchFn: boundedFetch(fetchAny, limits.mcpMessageBytes),
    ...(metadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(metadataUrl) }),
  });
  return end === 'AUTHORIZED';
}

const keyOf = (state: string): string => `mcp-sign-in:${hashOf(state, 64)}`;

/** Servers choose it: no browser is sent to `javascript:`. */
const isPage = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));

const unreachable = (server: string, error: unknown): VitrineError =>
  new VitrineError('not_possible', `Nobody can sign in to ${server}: ${errorMessage(error)}`, {
    cause: error,
  });
