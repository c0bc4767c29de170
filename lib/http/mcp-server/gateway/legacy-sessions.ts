import { randomUUID } from 'node:crypto';
import {
  type AuthInfo,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { limits } from '#lib/core/limits.ts';
import { withEnd } from '../with-end.ts';

/** The sessions of clients of earlier protocols, in this process. */
export interface LegacySessions {
  fetch(request: Request, clientId: string, server: string | null, authInfo: AuthInfo): Promise<Response>;
  /** Tells all of them that there are other tools. */
  announceTools(): void;
}

interface Session {
  server: Server;
  transport: WebStandardStreamableHTTPServerTransport;
  /** Whose it is, and what it is a session with: its ID alone opens it to nobody else. */
  owner: string;
  usedAt: number;
  /** Responses that are not over: of calls, and of the stream by which it learns of changes. */
  open: number;
}

/** A session that is not here, of another process or too old, is answered with 404: its client begins a new one. */
export function createLegacySessions(
  makeServer: (server: string | null) => Server,
  bodyLimit: { maxRequestBodySize: number },
): LegacySessions {
  const sessions = new Map<string, Session>();
  const end = (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    void session?.server.close().catch(() => {});
  };
  /** What nobody uses ends after a while; beyond the limit, what was used longest ago, if it can be, without a call. */
  const tidy = (owner: string) => {
    const now = Date.now();
    for (const [id, session] of sessions)
      if (session.open === 0 && now - session.usedAt > limits.gatewaySessionMs) end(id);
    const own = [...sessions]
      .filter(([, session]) => session.owner === owner)
      .sort(
        ([, one], [, other]) => Math.min(one.open, 1) - Math.min(other.open, 1) || one.usedAt - other.usedAt,
      );
    for (const [id] of own.slice(0, Math.max(0, own.length - limits.gatewaySessions + 1))) end(id);
  };
  const open = async (owner: string, name: string | null) => {
    tidy(owner);
    const server = makeServer(name);
    const transport = new WebStandardStreamableHTTPServerTransport({
      ...bodyLimit,
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, { server, transport, owner, usedAt: Date.now(), open: 0 });
      },
      onsessionclosed: end,
    });
    await server.connect(transport);
    return transport;
  };
  return {
    async fetch(request, clientId, server, authInfo) {
      const id = request.headers.get('mcp-session-id');
      const owner = `${clientId} ${server ?? ''}`;
      if (id === null) return await (await open(owner, server)).handleRequest(request, { authInfo });
      const session = sessions.get(id);
      if (session?.owner !== owner) return unknownSession();
      session.usedAt = Date.now();
      const response = await session.transport.handleRequest(request, { authInfo });
      if (response.body === null) return response;
      session.open += 1;
      const body = withEnd(response.body.getReader(), () => {
        session.open -= 1;
        session.usedAt = Date.now();
      });
      return new Response(body, { status: response.status, headers: response.headers });
    },
    announceTools() {
      for (const { server } of sessions.values()) void server.sendToolListChanged().catch(() => {});
    },
  };
}

const unknownSession = (): Response =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found' }, id: null },
    { status: 404 },
  );
