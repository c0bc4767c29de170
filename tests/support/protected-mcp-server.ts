import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';

export interface ProtectedMcpServer {
  /** Of the MCP server. */
  url: string;
  issuer: string;
  /** Who sits before the browser at the authorization server; `null`: somebody who says no. */
  person: string | null;
  /** What its metadata says of the authorization server, where that is not the true one. */
  authorizationServer: string | null;
  /** Clients that registered themselves. */
  registered(): number;
  /** Requests for tokens. */
  tokenRequests(): number;
  /** Access tokens that were issued until now are worth nothing; with `all`, nothing renews them either. */
  revoke(which: 'access tokens' | 'all'): void;
  stop(): Promise<void>;
}

/** An MCP server that knows callers by their tokens only, and a real authorization server, both on loopback. */
export async function startProtectedMcpServer(): Promise<ProtectedMcpServer> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  let registered = 0;
  let tokenRequests = 0;
  let refusesGrants = false;
  const issued = new Set<string>();
  const refused = new Set<string>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'known',
        client_secret: 'a secret of this test',
        token_endpoint_auth_method: 'client_secret_basic',
        redirect_uris: ['http://localhost/api/tools/signed-in', 'http://127.0.0.1:9/api/tools/signed-in'],
      },
    ],
    scopes: ['openid', 'mcp'],
    cookies: { keys: ['a key of this test'] },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async () => ({
          scope: 'mcp',
          accessTokenFormat: 'opaque',
          accessTokenTTL: 3_600,
        }),
        useGrantedResource: async () => true,
      },
    },
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    // Nobody is asked whether the client may call the server.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid mcp');
      grant.addResourceScope(url, 'mcp');
      await grant.save();
      return grant;
    },
  });
  provider.on('registration_create.success', () => {
    registered += 1;
  });
  const answer = provider.callback();
  const login = createServer((request, response) => {
    const { person } = started;
    const result = person
      ? { login: { accountId: person }, consent: {} }
      : { error: 'access_denied', error_description: 'no' };
    if (request.url === '/token') tokenRequests += 1;
    if (refusesGrants && request.url === '/token') {
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant"}');
      return;
    }
    const answered = request.url?.startsWith('/login/')
      ? provider.interactionFinished(request, response, result)
      : answer(request, response);
    answered.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => login.listen(port, '127.0.0.1', resolve));

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/mcp`;

  const callerOf = async ({ headers }: IncomingMessage): Promise<string | null> => {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    const found = token === '' ? undefined : await provider.AccessToken.find(token);
    if (!found || refused.has(token)) return null;
    issued.add(token);
    return found.accountId;
  };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: object | null, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(body === null ? '' : JSON.stringify(body));
    };
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      const authorization_servers = [started.authorizationServer ?? issuer];
      return send(200, { resource: url, authorization_servers, scopes_supported: ['mcp'] });
    }
    if (request.method !== 'POST') return send(405, null);
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    const caller = await callerOf(request);
    if (caller === null) {
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      return send(401, null, { 'WWW-Authenticate': `Bearer resource_metadata="${metadata}"` });
    }
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'protected', version: '1' },
      },
      'tools/list': {
        tools: [
          {
            name: 'whoami',
            description: 'Says who calls.',
            inputSchema: { type: 'object' },
            annotations: { readOnlyHint: true },
          },
        ],
      },
      'tools/call': { content: [{ type: 'text', text: `you are ${caller}` }] },
    };
    if (id === undefined) return send(202, null);
    const result = results[method];
    return send(200, {
      jsonrpc: '2.0',
      id,
      ...(result ? { result } : { error: { code: -32601, message: 'Method not found' } }),
    });
  }
  const started: ProtectedMcpServer = {
    url,
    issuer,
    person: 'alice',
    authorizationServer: null,
    registered: () => registered,
    tokenRequests: () => tokenRequests,
    revoke(which) {
      for (const token of issued) refused.add(token);
      refusesGrants = which === 'all';
    },
    async stop() {
      for (const one of [login, server]) {
        one.closeAllConnections();
        await new Promise((resolve) => one.close(resolve));
      }
    },
  };
  return started;
}

/** What a browser does that is sent to a page: it follows it until it is sent back. @returns the query of its last address */
export async function followSignIn(start: string, redirectUrl: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let steps = 0; steps < 10 && !url.startsWith(redirectUrl); steps += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  return new URL(url).searchParams;
}
