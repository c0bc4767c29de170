import { z } from 'zod';
import { requireShare } from '../../../../../../lib/http/create-share.ts';
import { filterLog, filterQuery } from '../../../../../../lib/http/filter-log.ts';
import { route } from '../../../../../../lib/http/route.ts';

const params = z.object({ id: z.string() });

/** In the frozen copy behind a token (the path's `id`): only what is shared. */
export const GET = route(
  { params, query: filterQuery },
  async ({ request, params: { id: token }, query, services }) => {
    const { record } = await requireShare(services, token);
    return await filterLog(request, services.stores.artifacts, record.metadata, query);
  },
);
