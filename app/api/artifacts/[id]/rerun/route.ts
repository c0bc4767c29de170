import { requireArtifact, requireConversation } from '@vitrine/lib/http/access.ts';
import { checkPolicy } from '@vitrine/lib/http/check-policy.ts';
import { checkRate } from '@vitrine/lib/http/rate-limits.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const POST = route({ params: idParams }, async ({ request, params, member, services }) => {
  // A run as another is.
  await checkRate(services, request, 'message', member.id);
  const { metadata } = await requireArtifact(services, member, params.id, 'write');
  const conversation = await requireConversation(services, member, metadata.conversationId);
  await checkPolicy(services, member, metadata.tool);
  const by = { id: member.id, name: member.name };
  return Response.json(await services.runner.rerun(conversation, params.id, by), { status: 202 });
});
