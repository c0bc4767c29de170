import { limits } from '@vitrine/lib/core/limits.ts';
import { requireArtifact } from '@vitrine/lib/http/access.ts';
import { priceGiven } from '@vitrine/lib/http/price-given.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const query = z.strictObject({ lines: z.string().max(40).optional() });

export const GET = route(
  { params: idParams, query },
  async ({ request, params, query: { lines }, member, services }) => {
    const { metadata } = await requireArtifact(services, member, params.id);
    const price = await services.wholeReads.run(limits.givenBytes, request.signal, () =>
      priceGiven(services, metadata, lines),
    );
    return Response.json(price, { headers: { 'Cache-Control': 'private, no-store' } });
  },
);
