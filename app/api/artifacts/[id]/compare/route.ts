import { z } from 'zod';
import { idSchema } from '../../../../../lib/core/ids.ts';
import { requireArtifact } from '../../../../../lib/http/access.ts';
import { compareArtifacts } from '../../../../../lib/http/compare-artifacts.ts';
import { idParams, route } from '../../../../../lib/http/route.ts';

const query = z.strictObject({ with: idSchema });

export const GET = route(
  { params: idParams, query },
  async ({ request, params, query: { with: otherId }, member, services }) => {
    const one = await requireArtifact(services, member, params.id);
    const other = await requireArtifact(services, member, otherId);
    const byteLength = one.metadata.byteLength + other.metadata.byteLength;
    const comparison = await services.wholeReads.run(byteLength, request.signal, () =>
      compareArtifacts(services.stores.artifacts, one.metadata, other.metadata),
    );
    return Response.json(comparison, { headers: { 'Cache-Control': 'private, no-store' } });
  },
);
