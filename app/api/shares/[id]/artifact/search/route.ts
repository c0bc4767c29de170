import { requireShare } from '@vitrine/lib/http/read-share.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';
import { searchArtifact, searchQuery } from '@vitrine/lib/http/search-artifact.ts';
import { z } from 'zod';

const params = z.object({ id: z.string() });

/** In the frozen copy behind a token (the path's `id`): only what is shared. */
export const GET = openRoute(
  { params, query: searchQuery },
  async ({ request, params: { id: token }, query, member, services }) => {
    const { record } = await requireShare(services, request, member, token);
    return searchArtifact(request, services.stores.artifacts, record.metadata, query);
  },
);
