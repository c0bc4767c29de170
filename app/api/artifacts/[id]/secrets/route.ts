import { z } from 'zod';
import { limits } from '../../../../../lib/core/limits.ts';
import { requireArtifact } from '../../../../../lib/http/access.ts';
import { findArtifactSecrets } from '../../../../../lib/http/find-artifact-secrets.ts';
import { idParams, route } from '../../../../../lib/http/route.ts';

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
