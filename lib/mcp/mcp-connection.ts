import {
  Client,
  type jsonSchemaValidator,
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool as ToolDefinition,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { version } from '../core/vocabulary/version.ts';
import { appCapability } from './app-definition.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { createLineTransport, type LineTransport, type StartLines } from './line-transport.ts';
import type { TakeSpilled } from './read-large-result.ts';
import type { ActiveCalls, Elicit } from './send-call.ts';

/** Where a server is and how it is spoken to. */
export type McpServerAddress =
  | { kind: 'stdio'; startProgram: StartLines; spillFolder: string }
  | {
      kind: 'http';
      url: string;
      fetch: typeof fetch;
      /** `null`: nobody signs in there. */
      authProvider: OAuthClientProvider | null;
      /** Where streamable HTTP fails, the transport of before 2025-03-26 is tried. */
      allowsSse: boolean;
    };

export type HttpAddress = Extract<McpServerAddress, { kind: 'http' }>;

export interface Connection {
  client: Client;
  transport: Transport | LineTransport;
  calls: ActiveCalls;
}

const takeAsItIs = (() => (data: unknown) => ({
  valid: true,
  data,
  errorMessage: undefined,
})) as unknown as jsonSchemaValidator['getValidator'];

/**
 * @param elicit what a server asks people
 * @param showsApps people can be shown the pages of servers
 */
export function createClient(
  isLegacy: boolean,
  showsApps: boolean,
  onTools: (tools: readonly ToolDefinition[]) => unknown,
  elicit: Elicit,
): Client {
  const client = new Client(
    { name: 'vitrine', version },
    {
      capabilities: { elicitation: { form: {} }, ...(showsApps ? { extensions: appCapability } : {}) },
      versionNegotiation: isLegacy
        ? { mode: 'legacy' }
        : { mode: 'auto', probe: { timeoutMs: limits.mcpProbeMs } },
      // A result is what the server sent, even where it breaks the server's own schema: the tool has run by then. And a
      // pattern of a schema could take for ever.
      jsonSchemaValidator: {
        getValidator: takeAsItIs,
      },
      listChanged: {
        tools: {
          onChanged: (error, tools) => {
            if (!error && tools) onTools(tools);
          },
        },
      },
    },
  );
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => elicit(params, mcpReq.signal));
  return client;
}

export function createTransport(address: McpServerAddress, isLegacy: boolean): Transport | LineTransport {
  if (address.kind === 'stdio') {
    return createLineTransport(address.startProgram, address.spillFolder);
  }
  return isLegacy
    ? new SSEClientTransport(new URL(address.url), httpOptions(address))
    : createHttpTransport(address);
}

export const createHttpTransport = (address: HttpAddress): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(address.url), httpOptions(address));

const httpOptions = ({ fetch: fetchAny, authProvider }: HttpAddress) => ({
  fetch: boundedFetch(fetchAny, limits.mcpMessageBytes),
  ...(authProvider === null ? {} : { authProvider }),
});

export const isLineTransport = (transport: Transport | LineTransport): transport is LineTransport =>
  'lastLines' in transport;

export const takeSpilledOf = (transport: Transport | LineTransport): TakeSpilled =>
  isLineTransport(transport) ? transport.takeSpilled : () => null;

/** @returns its tools @throws as the SDK does */
export async function connectAndList(
  client: Client,
  transport: Transport | LineTransport,
): Promise<readonly ToolDefinition[]> {
  await client.connect(transport, { timeout: limits.mcpConnectMs });
  if (!client.getServerCapabilities()?.tools) return [];
  return (await client.listTools(undefined, { timeout: limits.mcpConnectMs })).tools;
}

export async function closeBoth(client: Client, transport: Transport | LineTransport): Promise<void> {
  await client.close().catch(() => {});
  await transport.close().catch(() => {});
}

/** Why a connection could not be made, or ended. */
export interface ConnectionFault {
  message: string;
  /** Of its standard error. */
  lastLines: string[];
  /** The member has to sign in, or sign in again. */
  isSignedOut: boolean;
}

const signedOut: ConnectionFault = {
  message: 'You have to sign in to it, on the page Tools.',
  lastLines: [],
  isSignedOut: true,
};

const faultOf = (message: string, transport: Transport | LineTransport): ConnectionFault => ({
  message,
  lastLines: isLineTransport(transport) ? transport.lastLines() : [],
  isSignedOut: false,
});

export function endOf(transport: Transport | LineTransport): ConnectionFault {
  const how = isLineTransport(transport) ? transport.ended() : null;
  return faultOf(how === null ? 'The connection ended' : `It ended: ${how}`, transport);
}

export function connectFault(error: unknown, transport: Transport | LineTransport): ConnectionFault {
  if (isSignedOut(error)) return signedOut;
  const how = isLineTransport(transport) ? transport.ended() : null;
  if (how !== null) return faultOf(`It ended at its start: ${how}`, transport);
  const what = isLineTransport(transport) && transport.pid === null ? 'started' : 'reached';
  return faultOf(`It could not be ${what}: ${errorMessage(error)}`, transport);
}

/** Of a call that failed. */
export const callFault = (error: unknown, transport: Transport | LineTransport): ConnectionFault =>
  isSignedOut(error) ? signedOut : faultOf(errorMessage(error), transport);

/** With the lines that it printed during the call: earlier ones may be about somebody else's. */
export function describeLost(transport: Transport | LineTransport, linesBefore: number): string {
  const lines = isLineTransport(transport) ? transport.lastLines(linesBefore).slice(-3) : [];
  return `the server ended during the call${lines.length > 0 ? `. Its last lines: ${lines.join(' / ')}` : ''}`;
}

/** Programs of older revisions may end at a question that they do not know; one that never started is none. */
export const mayBeOlder = (address: McpServerAddress, transport: Transport | LineTransport): boolean =>
  isLineTransport(transport) ? transport.ended() !== null : address.kind === 'http' && address.allowsSse;

const unauthorized = UnauthorizedError.name;

/** Whether it failed because the member has to sign in, or sign in again. */
export function isSignedOut(error: unknown): boolean {
  let at = error;
  while (at instanceof Error) {
    if (at.name === unauthorized) return true;
    at = at.cause;
  }
  return false;
}
