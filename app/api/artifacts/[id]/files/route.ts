import { limits } from '@vitrine/lib/core/limits.ts';
import { requireArtifact } from '@vitrine/lib/http/access.ts';
import { divideByFile } from '@vitrine/lib/http/divide-by-file.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const GET = route({ params: idParams }, async ({ request, params, member, services }) => {
  const { metadata } = await requireArtifact(services, member, params.id);
  return await services.wholeReads.run(limits.scanBytes, request.signal, () =>
    divideByFile(request, services.stores.artifacts, metadata),
  );
});
