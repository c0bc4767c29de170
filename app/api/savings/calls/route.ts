import { z } from 'zod';
import { savingsGroupings } from '../../../../lib/core/sums.ts';
import { printLedgerRowsCsv } from '../../../../lib/http/ledger-rows-csv.ts';
import { readLedgerRows } from '../../../../lib/http/read-ledger-rows.ts';
import { route } from '../../../../lib/http/route.ts';

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional();
const mostRows = 200;
const mostCsvRows = 50_000;
const query = z.strictObject({
  by: z.enum(savingsGroupings),
  key: z.string().max(500),
  from: instant,
  to: instant,
  kind: z.enum(['call', 'step']).default('call'),
  cursor: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z~/)
    .max(300)
    .optional(),
  limit: z.coerce.number().int().min(1).max(mostRows).default(mostRows),
  format: z.enum(['json', 'csv']).default('json'),
});

/** The single entries that the figures of a group are made of. */
export const GET = route({ query }, async ({ query: { format, ...asked }, member, services }) => {
  const headers = { 'Cache-Control': 'no-store' };
  if (format === 'json') return Response.json(await readLedgerRows(services, member, asked), { headers });
  const { entries } = await readLedgerRows(services, member, { ...asked, limit: mostCsvRows });
  return new Response(printLedgerRowsCsv(entries, asked.kind), {
    headers: {
      ...headers,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="savings-${asked.kind}s.csv"`,
    },
  });
});
