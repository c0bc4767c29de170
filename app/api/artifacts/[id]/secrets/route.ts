import { limits } from '@vitrine/lib/core/limits.ts';
import { requireArtifact } from '@vitrine/lib/http/access.ts';
import { findArtifactSecrets } from '@vitrine/lib/http/find-artifact-secrets.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const query = z.strictObject({ lines: z.string().max(40).optional() });

export const GET = route(
  { params: idParams, query },
  async ({ request, params, query: { lines }, member, services }) => {
    const { metadata } = await requireArtifact(services, member, params.id);
    const secrets = await services.wholeReads.run(limits.scanBytes, request.signal, () =>
      findArtifactSecrets(services, metadata, lines, request.signal),
    );
    return Response.json(secrets, { headers: { 'Cache-Control': 'private, no-store' } });
  },
);
