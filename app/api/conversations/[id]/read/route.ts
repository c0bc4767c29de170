import { requireConversation } from '@vitrine/lib/http/access.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

/** `cursor`: the last durable event that was there to be seen. */
const body = z.strictObject({ cursor: z.string().min(1).max(64) });

/** A member's own mark: they have read up to there, and nobody else hears of it. */
export const PUT = route({ params: idParams, body }, async ({ params, body, member, services }) => {
  const { id } = await requireConversation(services, member, params.id);
  await services.stores.unread.markRead(member.id, id, body.cursor);
  return new Response(null, { status: 204 });
});
