import { z } from 'zod';
import { durableEvent } from '../../../../lib/core/events.ts';
import { limits } from '../../../../lib/core/limits.ts';
import { requireConversation } from '../../../../lib/http/access.ts';
import { idParams, route } from '../../../../lib/http/route.ts';

export const GET = route({ params: idParams }, async ({ params, member, services }) =>
  Response.json({ conversation: await requireConversation(services, member, params.id) }),
);

const change = z.strictObject({ title: z.string().trim().min(1).max(limits.titleCharacters) });

export const PATCH = route({ params: idParams, body: change }, async ({ params, body, member, services }) => {
  const conversation = await requireConversation(services, member, params.id);
  const now = new Date(services.nowMs()).toISOString();
  await services.stores.events.append(params.id, [durableEvent('conversation.renamed', body, now)]);
  await services.stores.conversations.update(params.id, body);
  return Response.json({ conversation: { ...conversation, ...body } });
});

export const DELETE = route({ params: idParams }, async ({ params, member, services }) => {
  await requireConversation(services, member, params.id);
  await services.runner.remove(params.id);
  return new Response(null, { status: 204 });
});
