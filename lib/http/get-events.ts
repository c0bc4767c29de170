import { z } from 'zod';
import { isVitrineError, VitrineError } from '../core/errors.ts';
import { idSchema } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { requireConversation } from './access.ts';
import { eventStreamResponse } from './event-stream-response.ts';
import { route } from './route.ts';

const wanted = z.strictObject({
  conversation: z.array(z.string().max(160)).min(1).max(limits.conversationsPerStream),
});

/**
 * `GET /api/events`: one stream for all conversations that a browser has open: `?conversation=<id>@<cursor>`, once for each. One that is gone,
 * or no longer for this member, is left out: open in some forgotten tab, it must not cut off the others.
 */
export const getEvents = route({ query: wanted }, async ({ request, query, member, services }) => {
  const asked = query.conversation.map(parseFollowed);
  const found = await Promise.all(
    asked.map(({ id }) => requireConversation(services, member, id).catch(nullIfNotFound)),
  );
  return eventStreamResponse(services, request, member, {
    conversations: asked.filter((_, place) => found[place] !== null),
    form: 'shared',
  });
});

function nullIfNotFound(error: unknown): null {
  if (isVitrineError(error) && error.code === 'not_found') return null;
  throw error;
}

function parseFollowed(text: string): { id: string; cursor: string | null } {
  const [id = '', cursor] = text.split('@', 2);
  if (!idSchema.safeParse(id).success) throw new VitrineError('invalid_id', 'This ID is not valid');
  return { id, cursor: cursor || null };
}
