import { z } from 'zod';
import { recountedReplaySchema } from '#lib/core/api/replay-recount.ts';
import { notFound } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import { rawRunSchema, splitSideSchema } from '#lib/core/vocabulary/ledger/replay.ts';
import { requireReplay } from '#lib/operations/savings/replays.ts';
import { streamRuns } from '#lib/operations/savings/stream-runs.ts';
import { recountReplay } from '#lib/replay/recount-replay.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const ofConversation = '404 for the replay of a conversation that the caller may not read.';

export const replayRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/savings/replays/:id/recount',
    summary: 'Count the figures of a replay again',
    description: `From its raw runs, with separate code. ${ofConversation}`,
    right: 'read',
    scope: 'team',
    token: 'read',
    answer: recountedReplaySchema,
    formerNames: { stored: 'told' },
    errors: ['not_found', 'busy'],
    async handle({ request, params, member, services }) {
      const replay = await requireReplay(services, member, params.id);
      return await recountReplay(replay, services.replays.readRun, (work) => {
        request.signal.throwIfAborted();
        return services.wholeReads.run(limits.wholeReadBytes, request.signal, work);
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/savings/replays/:id/runs',
    summary: 'Download all raw runs of a replay',
    description: `One line of JSON for each run. ${ofConversation}`,
    right: 'read',
    scope: 'team',
    token: 'read',
    media: ['application/x-ndjson'],
    errors: ['not_found'],
    async handle({ params: { id }, member, services }) {
      const replay = await requireReplay(services, member, id);
      return new Response(streamRuns(replay, services.replays), {
        headers: {
          'Content-Type': 'application/x-ndjson; charset=utf-8',
          'Content-Disposition': `attachment; filename="${id}.ndjson"`,
        },
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/savings/replays/:id/runs/:run',
    summary: 'Download a raw run of a replay',
    description: `The log, the model calls with their usage, the ledger entries and the figures. \`run\` is the name of a task, a round, and \`on\` or \`off\`, with dots between them. ${ofConversation}`,
    right: 'read',
    scope: 'team',
    token: 'read',
    params: z.object({ id: idSchema, run: z.string().regex(/^[a-z0-9-]{1,64}\.[1-9]\d{0,2}\.(on|off)$/) }),
    answer: rawRunSchema,
    errors: ['not_found'],
    async handle({ params: { id, run }, member, services }) {
      await requireReplay(services, member, id);
      const [task = '', round, split] = run.split('.');
      const text = await services.replays.readRun(id, {
        ...{ task, round: Number(round), split: splitSideSchema.parse(split) },
      });
      if (text === null) throw notFound();
      return new Response(text, {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': `attachment; filename="${id}-${run}.json"`,
        },
      });
    },
  }),
];
