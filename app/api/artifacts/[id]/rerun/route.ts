import { requireArtifact, requireConversation } from '../../../../../lib/http/access.ts';
import { idParams, route } from '../../../../../lib/http/route.ts';

export const POST = route({ params: idParams }, async ({ params, member, services }) => {
  const { metadata } = await requireArtifact(services, member, params.id, 'write');
  const conversation = await requireConversation(services, member, metadata.conversationId);
  const by = { id: member.id, name: member.name };
  return Response.json(await services.runner.rerun(conversation, params.id, by), { status: 202 });
});
