import { z } from 'zod';
import { limits } from '../../../lib/core/limits.ts';
import { route } from '../../../lib/http/route.ts';
import { createConversation } from '../../../lib/runs/create-conversation.ts';

const newConversation = z.strictObject({
  title: z.string().trim().min(1).max(limits.titleCharacters).optional(),
  workspace: z.string().optional(),
  model: z.string().optional(),
});

export const POST = route({ body: newConversation.default({}) }, async ({ body, member, services }) => {
  const { id } = await createConversation(services, member, body);
  return Response.json({ id }, { status: 201 });
});

export const GET = route({}, async ({ services }) =>
  Response.json(
    { conversations: await services.stores.conversations.list() },
    { headers: { 'Cache-Control': 'no-store' } },
  ),
);
