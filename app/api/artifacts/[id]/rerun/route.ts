import { requireArtifact, requireConversation } from '../../../../../lib/http/access.ts';
import { checkPolicy } from '../../../../../lib/http/check-policy.ts';
import { checkRate } from '../../../../../lib/http/rate-limits.ts';
import { idParams, route } from '../../../../../lib/http/route.ts';

export const POST = route({ params: idParams }, async ({ request, params, member, services }) => {
  // A run as another is.
  await checkRate(services, request, 'message', member.id);
  const { metadata } = await requireArtifact(services, member, params.id, 'write');
  const conversation = await requireConversation(services, member, metadata.conversationId);
  await checkPolicy(services, member, metadata.tool);
  const by = { id: member.id, name: member.name };
  return Response.json(await services.runner.rerun(conversation, params.id, by), { status: 202 });
});
