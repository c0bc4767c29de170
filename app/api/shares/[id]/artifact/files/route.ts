import { z } from 'zod';
import { limits } from '../../../../../../lib/core/limits.ts';
import { divideByFile } from '../../../../../../lib/http/divide-by-file.ts';
import { requireShare } from '../../../../../../lib/http/read-share.ts';
import { openRoute } from '../../../../../../lib/http/route.ts';

const params = z.object({ id: z.string() });

/** Of the frozen copy behind a token (the path's `id`): only what is shared. */
export const GET = openRoute({ params }, async ({ request, params: { id: token }, member, services }) => {
  const { record } = await requireShare(services, request, member, token);
  return await services.wholeReads.run(limits.scanBytes, request.signal, () =>
    divideByFile(request, services.stores.artifacts, record.metadata),
  );
});
