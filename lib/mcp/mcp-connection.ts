import {
  Client,
  type jsonSchemaValidator,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool as ToolDefinition,
  type Transport,
} from '@modelcontextprotocol/client';
import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { createLineTransport, type LineTransport, type StartLines } from './line-transport.ts';
import type { TakeSpilled } from './read-large-result.ts';

/** Where a server is and how it is spoken to. */
export type McpServerAddress =
  | { kind: 'stdio'; startProgram: StartLines; spillFolder: string }
  | {
      kind: 'http';
      url: string;
      headers: Record<string, string>;
      /** Where streamable HTTP fails, the transport of before 2025-03-26 is tried. */
      allowsSse: boolean;
    };

export interface Connection {
  client: Client;
  transport: Transport | LineTransport;
}

const takeAsItIs = (() => (data: unknown) => ({
  valid: true,
  data,
  errorMessage: undefined,
})) as unknown as jsonSchemaValidator['getValidator'];

export function createClient(isLegacy: boolean, onTools: (tools: readonly ToolDefinition[]) => void): Client {
  return new Client(
    { name: 'vitrine', version: '0.1.0' },
    {
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
}

export function createTransport(address: McpServerAddress, isLegacy: boolean): Transport | LineTransport {
  if (address.kind === 'stdio') {
    return createLineTransport(address.startProgram, address.spillFolder);
  }
  const { url, headers } = address;
  const Http = isLegacy ? SSEClientTransport : StreamableHTTPClientTransport;
  return new Http(new URL(url), {
    requestInit: { headers },
    fetch: boundedFetch(limits.mcpMessageBytes),
  });
}

export const isLineTransport = (transport: Transport | LineTransport): transport is LineTransport =>
  'lastLines' in transport;

export const takeSpilledOf = (transport: Transport | LineTransport): TakeSpilled =>
  isLineTransport(transport) ? transport.takeSpilled : () => null;

export const lastLinesOf = (transport: Transport | LineTransport): string[] =>
  isLineTransport(transport) ? transport.lastLines() : [];

export function endOf(transport: Transport | LineTransport): string {
  const how = isLineTransport(transport) ? transport.ended() : null;
  return how === null ? 'The connection ended' : `It ended: ${how}`;
}

export function connectFailure(error: unknown, transport: Transport | LineTransport): string {
  const how = isLineTransport(transport) ? transport.ended() : null;
  if (how !== null) return `It ended at its start: ${how}`;
  const what = isLineTransport(transport) && transport.pid === null ? 'started' : 'reached';
  return `It could not be ${what}: ${errorMessage(error)}`;
}

/** With the lines that it printed during the call: earlier ones may be about somebody else's. */
export function describeLost(transport: Transport | LineTransport, linesBefore: number): string {
  const lines = isLineTransport(transport) ? transport.lastLines(linesBefore).slice(-3) : [];
  return `the server ended during the call${lines.length > 0 ? `. Its last lines: ${lines.join(' / ')}` : ''}`;
}

/** Programs of older revisions may end at a question that they do not know; one that never started is none. */
export const mayBeOlder = (address: McpServerAddress, transport: Transport | LineTransport): boolean =>
  isLineTransport(transport) ? transport.ended() !== null : address.kind === 'http' && address.allowsSse;
