import { savingsGroupings } from '@vitrine/lib/core/sums.ts';
import { isDay } from '@vitrine/lib/core/utc-days.ts';
import { readSavingsOverview } from '@vitrine/lib/http/read-savings-overview.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const day = z.string().refine(isDay, 'must be a day such as 2026-11-21');
const query = z
  .strictObject({
    by: z.enum(savingsGroupings),
    from: day,
    to: day,
    compare: z.enum(['0', '1']).default('0'),
  })
  .refine(({ from, to }) => from <= to, 'from must not be after to');

/** What the savings page shows, for a page that stays open; `to` is included. */
export const GET = route({ query }, async ({ query: { by, from, to, compare }, member, services }) =>
  Response.json(
    await readSavingsOverview(services, member, { groupBy: by, from, to, isCompared: compare === '1' }),
    { headers: { 'Cache-Control': 'no-store' } },
  ),
);
