import { z } from 'zod';
import { limits } from '../core/limits.ts';
import { requireConversation } from './access.ts';
import { eventStreamResponse } from './event-stream-response.ts';
import { idParams, route } from './route.ts';

const page = z.strictObject({
  after: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(limits.eventsPerPage).default(limits.eventsPerPage),
});

/** `GET /api/conversations/:id/events`: the log as a page of JSON (durable events only), or as a stream that goes on. */
export const getConversationEvents = route(
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
