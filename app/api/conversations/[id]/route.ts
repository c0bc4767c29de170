import { requireConversation } from '@vitrine/lib/http/access.ts';
import { audit, auditedConversation } from '@vitrine/lib/http/audit-log.ts';
import { changeConversation, conversationChangeSchema } from '@vitrine/lib/http/change-conversation.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const GET = route({ params: idParams }, async ({ params, member, services }) =>
  Response.json({ conversation: await requireConversation(services, member, params.id) }),
);

export const PATCH = route(
  { params: idParams, body: conversationChangeSchema },
  async ({ params, body, ...call }) =>
    Response.json({ conversation: await changeConversation(call, params.id, body) }),
);

export const DELETE = route({ params: idParams }, async ({ params, request, member, services }) => {
  const conversation = await requireConversation(services, member, params.id, 'manage');
  await services.runner.remove(conversation.id);
  await services.worktrees
    .remove(conversation.id)
    .catch((error: unknown) => services.log.warn({ err: error }, 'a worktree is not removed whole'));
  await audit(services, request, 'conversation.deleted', member, {
    subject: auditedConversation(conversation),
  });
  return new Response(null, { status: 204 });
});
