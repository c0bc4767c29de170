import { setTimeout as wait } from 'node:timers/promises';
import { isVitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Services } from '#lib/services.ts';
import type { DirectCall } from '../direct-routes.ts';
import { acceptForwarded } from '../front-door.ts';
import { errorResponse } from '../routing/error-response.ts';
import { forwardTo } from './forwarding.ts';

/** Pages that show what workspaces and MCP servers have, and the endpoints whose tools do. */
const paths = /^\/(?:$|tools$|workspaces(?:\/[^/]+)?$|mcp(?:\/|$))/;

const isPage = (url: string): boolean => !url.startsWith('/mcp');

/** What a web process passes on by its path alone: all of it needs a runner, and any will do. */
export interface ForwardedPaths {
  /** `null`: this process answers, as well as it can where no runner is there. */
  find(method: string | undefined, url: string): DirectCall | null;
}

/** Begins to pass requests on, and to accept those of others. */
export function openForwarding(services: Services): ForwardedPaths {
  const { config, runners, log } = services;
  if (config.redisUrl === null) return { find: () => null };
  if (config.role !== 'web') {
    const accept = (secret: string | null) => acceptForwarded({ secret, isOnly: config.role === 'runner' });
    accept(null);
    void untilRead(runners).then(accept);
    return { find: () => null };
  }
  return {
    find(_, url) {
      const address = paths.test(url.split('?', 1)[0] ?? '') ? runners.anyAddress() : null;
      if (address === null) return null;
      const handle = (request: Request) =>
        forwardTo(runners, request, address).catch((error: unknown) => {
          log.warn({ err: error, address }, 'a runner does not respond');
          // Asked again, another one answers, or this process.
          if (isPage(url) && isVitrineError(error) && error.code === 'no_runner')
            return new Response(null, { status: 307, headers: { Location: url } });
          return errorResponse(error, services);
        });
      return { handle, params: {}, takesBytes: false };
    },
  };
}

/** A server may start before its store. */
async function untilRead(runners: Pick<Services['runners'], 'readSecret'>): Promise<string> {
  for (;;) {
    const secret = await runners.readSecret().catch(() => null);
    if (secret !== null) return secret;
    await wait(limits.runnersKnownMs, null, { ref: false });
  }
}
