import { limits } from '@vitrine/lib/core/limits.ts';
import { requireConversation } from '@vitrine/lib/http/access.ts';
import { eventStreamResponse } from '@vitrine/lib/http/event-stream-response.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const page = z.strictObject({
  after: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(limits.eventsPerPage).default(limits.eventsPerPage),
});

/** The log as a page of JSON (durable events only), or as a stream that goes on. */
export const GET = route(
  { params: idParams, query: page },
  async ({ request, params, query, member, services }) => {
    await requireConversation(services, member, params.id);
    if (request.headers.get('accept')?.includes('application/json')) {
      const position = { durable: query.after ?? null, live: null };
      const { durable, position: end } = await services.stores.events.read(params.id, position, query.limit);
      return Response.json(
        { events: durable, cursor: end.durable },
        { headers: { 'Cache-Control': 'no-store' } },
      );
    }
    const cursor = request.headers.get('last-event-id') ?? query.after ?? null;
    return eventStreamResponse(services, request, member, {
      conversations: [{ id: params.id, cursor }],
      form: 'single',
    });
  },
);
