import { z } from 'zod';
import { serverCheckSchema } from '#lib/core/api/server-check.ts';
import { commandStatusSchema } from '#lib/core/vocabulary/command-status.ts';
import { checkExecution } from '#lib/operations/doctor/check-commands.ts';
import { checkServer } from '#lib/operations/doctor/check-server.ts';
import type { Services } from '#lib/services.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const healthSchema = z.object({
  status: z.enum(['ready', 'degraded']),
  /** Sentences for people; empty: everything works. */
  reasons: z.array(z.string()),
  /** Where commands run. */
  commands: commandStatusSchema,
  /** The network address that this request came from, as the server understands it. */
  address: z.string().nullable(),
});

/** Why no request should come here at the moment. */
async function reasonsDown({
  stores,
  isDraining,
}: Pick<Services, 'stores' | 'isDraining'>): Promise<string[]> {
  const storeFault = await stores.health();
  return [...(isDraining() ? ['The server is restarting'] : []), ...(storeFault ? [storeFault] : [])];
}

export const healthRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/health/live',
    summary: 'Check that the process answers',
    description:
      'Checks nothing else: a process whose store does not answer waits for it, and need not be restarted.',
    right: 'read',
    scope: 'everyone',
    token: 'read',
    answer: z.object({ status: z.literal('live') }),
    handle: async () => ({ status: 'live' as const }),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Check that requests can be sent to this server',
    description:
      '503 while the server restarts or the store is unavailable: it writes to the store before it answers.',
    right: 'read',
    scope: 'everyone',
    token: 'read',
    answer: z.object({
      status: z.enum(['ready', 'not_ready']),
      /** Sentences for people; empty: it is ready. */
      reasons: z.array(z.string()),
    }),
    statuses: [200, 503],
    async handle({ services }) {
      const reasons = await reasonsDown(services);
      return reasons.length === 0
        ? Response.json({ status: 'ready', reasons })
        : Response.json({ status: 'not_ready', reasons }, { status: 503 });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/health',
    summary: 'Check the health of the server',
    description:
      '503 while the server restarts or the store is unavailable: it writes to the store before it answers. `commands` says where commands run, or why they are off, and whether the kernel limits their memory (`control group`) or the server measures it (`watched`).',
    right: 'read',
    scope: 'everyone',
    token: 'read',
    answer: healthSchema,
    statuses: [200, 503],
    async handle({ origin, services }) {
      const down = await reasonsDown(services);
      const commands = await services.commands.check();
      const sandbox = checkExecution(commands, services.config);
      const isAlone = services.config.role === 'web' && services.runners.listReachable().length === 0;
      const reasons = [
        ...down,
        ...(isAlone ? ['No runner is there: the agent does not work, and messages wait'] : []),
        ...(sandbox.outcome === 'fault' && sandbox.advice !== null ? [sandbox.advice] : []),
      ];
      return Response.json(
        { status: reasons.length > 0 ? 'degraded' : 'ready', reasons, commands, address: origin.address },
        { status: down.length > 0 ? 503 : 200 },
      );
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/health/checks',
    needsFiles: 'any',
    summary: 'Check everything that the server needs',
    description:
      'Each check says what was found and what to do. With `model` the standard model is called twice, which costs some 2,000 tokens each.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    body: z.strictObject({ model: z.boolean().default(false) }),
    answer: z.object({ checks: z.array(serverCheckSchema) }),
    handle: async ({ body, services }) => ({ checks: await checkServer(services, body.model) }),
  }),
];
