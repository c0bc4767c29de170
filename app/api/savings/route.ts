import { savingsGroupings } from '@vitrine/lib/core/sums.ts';
import { readSavings } from '@vitrine/lib/http/read-savings.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { printSavingsCsv } from '@vitrine/lib/http/savings-csv.ts';
import { z } from 'zod';

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional();
const query = z.strictObject({
  from: instant,
  to: instant,
  groupBy: z.enum(savingsGroupings).default('tool'),
  format: z.enum(['json', 'csv']).default('json'),
});

export const GET = route({ query }, async ({ query: { from, to, groupBy, format }, member, services }) => {
  const report = await readSavings(services, member, { from, to, groupBy });
  const headers = { 'Cache-Control': 'no-store' };
  if (format === 'json') return Response.json(report, { headers });
  return new Response(printSavingsCsv(report), {
    headers: {
      ...headers,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="savings-${groupBy}.csv"`,
    },
  });
});
