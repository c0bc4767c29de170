import { idSchema } from '@vitrine/lib/core/ids.ts';
import { requireConversation } from '@vitrine/lib/http/access.ts';
import { findMentions } from '@vitrine/lib/http/find-mentions.ts';
import { readMessageText } from '@vitrine/lib/http/message-text.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const params = z.object({ id: idSchema, messageId: idSchema });
const body = z.strictObject({ text: z.string() });

/** Says something else, as long as it waits. */
export const PATCH = route(
  { params, body },
  async ({ params: { id, messageId }, body, member, services }) => {
    const conversation = await requireConversation(services, member, id, 'write');
    const by = { id: member.id, name: member.name };
    const text = readMessageText(body.text);
    const mentions = await findMentions(services, conversation, text);
    await services.runner.changeMessage(id, messageId, text, by, mentions);
    return new Response(null, { status: 204 });
  },
);

/** Takes it back, as long as it waits. */
export const DELETE = route({ params }, async ({ params: { id, messageId }, member, services }) => {
  await requireConversation(services, member, id, 'write');
  await services.runner.changeMessage(id, messageId, null, { id: member.id, name: member.name });
  return new Response(null, { status: 204 });
});
