import { changedProblems } from '@vitrine/lib/core/changed-problems.ts';
import type { Comparison } from '@vitrine/lib/core/comparison.ts';
import { idSchema } from '@vitrine/lib/core/ids.ts';
import { requireArtifact } from '@vitrine/lib/http/access.ts';
import { compareArtifacts } from '@vitrine/lib/http/compare-artifacts.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const query = z.strictObject({ with: idSchema });

export const GET = route(
  { params: idParams, query },
  async ({ request, params, query: { with: otherId }, member, services }) => {
    const one = await requireArtifact(services, member, params.id);
    const other = await requireArtifact(services, member, otherId);
    const byteLength = one.metadata.byteLength + other.metadata.byteLength;
    const told = await services.wholeReads.run(byteLength, request.signal, () =>
      compareArtifacts(services.stores.artifacts, one.metadata, other.metadata),
    );
    const [before, after] = told.before.artifactId === params.id ? [one, other] : [other, one];
    const comparison: Comparison = { ...told, ...changedProblems(before.problems, after.problems) };
    return Response.json(comparison, { headers: { 'Cache-Control': 'private, no-store' } });
  },
);
