import { ephemeralEvent } from '@vitrine/lib/core/events.ts';
import { requireConversation } from '@vitrine/lib/http/access.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const body = z.strictObject({ state: z.enum(['here', 'typing', 'left']) });

/** Tells everybody who looks at the conversation that somebody else does. Live feedback: nothing of it stays. */
export const PUT = route({ params: idParams, body }, async ({ params: { id }, body, member, services }) => {
  await requireConversation(services, member, id);
  const told = { member: { id: member.id, name: member.name }, state: body.state };
  const now = new Date(services.nowMs()).toISOString();
  await services.stores.events.appendLive(id, [ephemeralEvent('presence.updated', told, now)]);
  return new Response(null, { status: 204 });
});
