import { requireConversation } from '@vitrine/lib/http/access.ts';
import { readConversationUsage } from '@vitrine/lib/http/conversation-usage.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

/** What fills the model's context, and what was saved so far. */
export const GET = route({ params: idParams }, async ({ params: { id }, member, services }) => {
  const conversation = await requireConversation(services, member, id);
  return Response.json(await readConversationUsage(services, conversation), {
    headers: { 'Cache-Control': 'no-store' },
  });
});
