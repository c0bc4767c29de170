import { shareRequestSchema } from '../../../../../lib/core/share.ts';
import { requireArtifact } from '../../../../../lib/http/access.ts';
import { createShare } from '../../../../../lib/http/create-share.ts';
import { idParams, route } from '../../../../../lib/http/route.ts';

export const POST = route(
  { params: idParams, body: shareRequestSchema },
  async ({ request, params, body, member, services }) => {
    const { metadata } = await requireArtifact(services, member, params.id);
    const { share, token } = await createShare(services, member, metadata, body);
    const origin = services.config.baseUrl ?? `http://${request.headers.get('host')}`;
    return Response.json({ id: share.id, token, url: `${origin}/s/${token}` }, { status: 201 });
  },
);
