import { z } from 'zod';
import { isVitrineError, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { durableEventSchema } from '#lib/core/vocabulary/events.ts';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import { requireConversation } from '#lib/operations/access.ts';
import { eventStreamResponse } from '../event-stream-response.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

export const eventRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id/events',
    summary: 'Read or follow the events of a conversation',
    description:
      'With `Accept: application/json`: a page of durable events, and the cursor of the next page. Otherwise a stream of server-sent events that replays the log and then follows it; `id` is the cursor, so `Last-Event-ID` resumes it.',
    right: 'read',
    scope: 'conversation',
    token: 'read',
    isDirect: true,
    query: z.strictObject({
      after: z.string().max(64).optional().describe('A cursor: only later events'),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(limits.eventsPerPage)
        .default(limits.eventsPerPage)
        .describe('Events in a page of JSON'),
    }),
    answer: z.object({ events: z.array(durableEventSchema), cursor: z.string().nullable() }),
    media: ['text/event-stream'],
    errors: ['too_many_streams', 'draining'],
    async handle({ request, params: { id }, query, member, services }) {
      if (request.headers.get('accept')?.includes('application/json')) {
        const start = { durable: query.after ?? null, live: null };
        const { durable, position } = await services.stores.events.read(id, start, query.limit);
        return { events: durable, cursor: position.durable };
      }
      const cursor = request.headers.get('last-event-id') ?? query.after ?? null;
      return eventStreamResponse(services, request, member, {
        conversations: [{ id, cursor }],
        form: 'single',
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/events',
    summary: 'Follow the events of several conversations',
    description:
      'One stream of server-sent events for all conversations that a browser has open, and for its list of conversations: `data: {conversationId, event}`, `event: ready` after the past events, with the build of the server as its data, `event: list` when the list has changed, `event: ping` every 15 s. A conversation that was deleted, or that the caller may not read, is left out without an error.',
    right: 'read',
    scope: 'team',
    token: 'read',
    isDirect: true,
    query: z.strictObject({
      conversation: z
        .array(z.string().max(160))
        .max(limits.conversationsPerStream)
        .optional()
        .describe('`<id>` or `<id>@<cursor>`; repeat the name for each conversation'),
    }),
    media: ['text/event-stream'],
    errors: ['invalid_id', 'too_many_streams', 'draining'],
    async handle({ request, query, member, services }) {
      const followed = (query.conversation ?? []).map(parseFollowed);
      const readable = await Promise.all(
        followed.map(({ id }) => requireConversation(services, member, id).catch(nullIfNotFound)),
      );
      return eventStreamResponse(services, request, member, {
        conversations: followed.filter((_, index) => readable[index] !== null),
        form: 'shared',
      });
    },
  }),
];

function nullIfNotFound(error: unknown): null {
  if (isVitrineError(error) && error.code === 'not_found') return null;
  throw error;
}

function parseFollowed(text: string): { id: string; cursor: string | null } {
  const [id = '', cursor] = text.split('@', 2);
  if (!idSchema.safeParse(id).success) throw new VitrineError('invalid_id', 'This ID is not valid');
  return { id, cursor: cursor || null };
}
