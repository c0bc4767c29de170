import { artifactQuery, artifactResponse } from '@vitrine/lib/http/artifact-response.ts';
import { contentLink } from '@vitrine/lib/http/content-link.ts';
import { requireShare } from '@vitrine/lib/http/read-share.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const params = z.object({ id: z.string() });

/** The frozen copy behind a token (the path's `id`; one folder can have one name). */
export const GET = openRoute(
  { params, query: artifactQuery },
  async ({ request, params: { id: token }, query, member, services }) => {
    const { record, told } = await requireShare(services, request, member, token);
    return await artifactResponse(request, services.stores.artifacts, query, {
      record,
      told,
      isShared: true,
      linkElsewhere: (isFile) => contentLink(services, request, { id: record.metadata.id, member, isFile }),
    });
  },
);
