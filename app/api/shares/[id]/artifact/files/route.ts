import { limits } from '@vitrine/lib/core/limits.ts';
import { divideByFile } from '@vitrine/lib/http/divide-by-file.ts';
import { requireShare } from '@vitrine/lib/http/read-share.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const params = z.object({ id: z.string() });

/** Of the frozen copy behind a token (the path's `id`): only what is shared. */
export const GET = openRoute({ params }, async ({ request, params: { id: token }, member, services }) => {
  const { record } = await requireShare(services, request, member, token);
  return await services.wholeReads.run(limits.scanBytes, request.signal, () =>
    divideByFile(request, services.stores.artifacts, record.metadata),
  );
});
