import { mcpPaths } from './mcp-server/mcp-paths.ts';
import { routes } from './routes.ts';
import type { NextHandler } from './routing/handle-request.ts';

/** A request that the front door answers before Next. */
export interface DirectCall {
  handle: NextHandler;
  params: Record<string, string>;
  takesBytes: boolean;
}

/**
 * The routes that are requested most and for which Next costs more than the handler: results; streams, of
 * which each viewer has one open; messages, whose sender waits for the response; and uploads, which may take longer than
 * any other request. Next serves them too,
 * with the same handlers: for any other method or spelling of the path, and under `next dev`.
 */
const directRoutes = [
  ...routes
    .filter(({ isDirect }) => isDirect)
    .map(({ method, path, handle, takesBytes = false }) => ({
      ...{ method, handle, takesBytes },
      pattern: patternOf(path),
    })),
  // Clients of the MCP endpoints make many small calls.
  ...mcpPaths.flatMap(({ pattern, handle }) =>
    ['GET', 'POST', 'DELETE'].map((method) => ({ method, handle, takesBytes: false, pattern })),
  ),
];

/** Matches IDs as this server generates them; any other spelling of a path is left to Next. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[a-z0-9_]+)')}$`);
}

/**
 * @param url path and query
 * @returns `null`: Next answers the request
 */
export function findDirectCall(method: string | undefined, url: string): DirectCall | null {
  const path = url.split('?', 1)[0] ?? '';
  for (const route of directRoutes) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match) return { handle: route.handle, takesBytes: route.takesBytes, params: { ...match.groups } };
  }
  return null;
}
