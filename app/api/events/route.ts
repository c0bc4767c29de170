import { isVitrineError, VitrineError } from '@vitrine/lib/core/errors.ts';
import { idSchema } from '@vitrine/lib/core/ids.ts';
import { limits } from '@vitrine/lib/core/limits.ts';
import { requireConversation } from '@vitrine/lib/http/access.ts';
import { eventStreamResponse } from '@vitrine/lib/http/event-stream-response.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const wanted = z.strictObject({
  conversation: z.array(z.string().max(160)).min(1).max(limits.conversationsPerStream),
});

/**
 * One stream for all conversations that a browser has open: `?conversation=<id>@<cursor>`, once for each. One that is gone,
 * or no longer for this member, is left out: open in some forgotten tab, it must not cut off the others.
 */
export const GET = route({ query: wanted }, async ({ request, query, member, services }) => {
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
