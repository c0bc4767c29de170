import { z } from 'zod';
import { savingsGroupings } from '../../../lib/core/savings.ts';
import { readSavings } from '../../../lib/http/read-savings.ts';
import { route } from '../../../lib/http/route.ts';

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional();
const query = z.strictObject({
  from: instant,
  to: instant,
  groupBy: z.enum(savingsGroupings).default('tool'),
});

export const GET = route({ query }, async ({ query: { from, to, groupBy }, member, services }) =>
  Response.json(await readSavings(services, member, { from, to, groupBy }), {
    headers: { 'Cache-Control': 'no-store' },
  }),
);
