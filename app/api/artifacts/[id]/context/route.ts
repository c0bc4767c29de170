import { requireArtifact, requireConversation } from '@vitrine/lib/http/access.ts';
import { contextQuery, readMatchContext } from '@vitrine/lib/http/match-context.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const GET = route(
  { params: idParams, query: contextQuery },
  async ({ params, query, member, services }) => {
    const { metadata } = await requireArtifact(services, member, params.id);
    const conversation = await requireConversation(services, member, metadata.conversationId);
    const searched = await services.workspaces.of(conversation);
    const context = await readMatchContext(services.stores.artifacts, searched, metadata, query);
    return Response.json(context, { headers: { 'Cache-Control': 'private, no-store' } });
  },
);
