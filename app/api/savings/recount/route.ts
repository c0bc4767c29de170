import { limits } from '@vitrine/lib/core/limits.ts';
import { recountSavings } from '@vitrine/lib/http/recount-savings.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

/** Whole days (UTC): `from` is the first, `to` the one after the last. */
const query = z.strictObject({ from: z.iso.date(), to: z.iso.date() });

/** Every figure of a period, counted once more from what is stored. */
export const GET = route({ query }, async ({ request, query, member, services }) => {
  const recounted = await services.wholeReads.run(limits.wholeReadBytes, request.signal, () =>
    recountSavings(services, member, query),
  );
  return Response.json(recounted, { headers: { 'Cache-Control': 'no-store' } });
});
