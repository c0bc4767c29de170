import { requireAdmin } from '@vitrine/lib/http/access.ts';
import { streamAuditCsv } from '@vitrine/lib/http/audit-csv.ts';
import { auditFilterOf, auditQuery } from '@vitrine/lib/http/audit-query.ts';
import { readAudit } from '@vitrine/lib/http/read-audit.ts';
import { route } from '@vitrine/lib/http/route.ts';

const fresh = { 'Cache-Control': 'no-store' };

/** Who did what: a page as JSON, or all that match as CSV. */
export const GET = route({ query: auditQuery }, async ({ request, query, member, services }) => {
  requireAdmin(member);
  if (query.format === 'json') return Response.json(await readAudit(services, query), { headers: fresh });
  const isRead = request.method !== 'HEAD';
  return new Response(isRead ? streamAuditCsv(services.stores.audit, auditFilterOf(query)) : null, {
    headers: {
      ...fresh,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="audit.csv"',
      'X-Content-Type-Options': 'nosniff',
    },
  });
});
