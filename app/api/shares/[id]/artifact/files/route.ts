import { z } from 'zod';
import { requireShare } from '../../../../../../lib/http/create-share.ts';
import { divideByFile } from '../../../../../../lib/http/divide-by-file.ts';
import { route } from '../../../../../../lib/http/route.ts';

const params = z.object({ id: z.string() });

/** Of the frozen copy behind a token (the path's `id`): only what is shared. */
export const GET = route({ params }, async ({ request, params: { id: token }, services }) => {
  const { record } = await requireShare(services, token);
  return await divideByFile(request, services.stores.artifacts, record.metadata);
});
