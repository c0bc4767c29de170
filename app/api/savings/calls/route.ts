import { savingsGroupings } from '@vitrine/lib/core/sums.ts';
import { streamLedgerCsv } from '@vitrine/lib/http/ledger-rows-csv.ts';
import { readLedgerRows } from '@vitrine/lib/http/read-ledger-rows.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional();
const mostRows = 200;
/** Read at once for the CSV, which is sent as it is read. */
const csvPageRows = 5_000;
const query = z.strictObject({
  by: z.enum(savingsGroupings),
  key: z.string().max(500),
  from: instant,
  to: instant,
  kind: z.enum(['call', 'step']).default('call'),
  cursor: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z~/)
    .max(2_000)
    .optional(),
  limit: z.coerce.number().int().min(1).max(mostRows).default(mostRows),
  format: z.enum(['json', 'csv']).default('json'),
});

/** The single entries that the figures of a group are made of; as CSV all of them, however many. */
export const GET = route({ query }, async ({ request, query: { format, ...asked }, member, services }) => {
  const headers = { 'Cache-Control': 'no-store' };
  const first = await readLedgerRows(services, member, asked);
  if (format === 'json') return Response.json(first, { headers });
  const next = (cursor: string) => readLedgerRows(services, member, { ...asked, limit: csvPageRows, cursor });
  return new Response(request.method === 'HEAD' ? null : streamLedgerCsv(asked.kind, first, next), {
    headers: {
      ...headers,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="savings-${asked.kind}s.csv"`,
    },
  });
});
