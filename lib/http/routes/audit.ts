import { auditPageSchema } from '#lib/core/vocabulary/team/audit.ts';
import { streamAuditCsv } from '#lib/operations/team/audit-csv.ts';
import { auditFilterOf, auditQuery } from '#lib/operations/team/audit-query.ts';
import { readAudit } from '#lib/operations/team/read-audit.ts';
import { csvResponse } from '../csv-response.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

export const auditRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/audit',
    summary: 'Read the audit log',
    description:
      'Latest first, a page of 200 entries at most; `older` is what to pass as `before` for the next page. `format=csv` streams every entry that matches; cells that a spreadsheet would run as formulas are made text.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    query: auditQuery,
    answer: auditPageSchema,
    media: ['text/csv'],
    handle: async ({ request, query, services }) =>
      query.format === 'json'
        ? await readAudit(services, query)
        : csvResponse(request, 'audit.csv', () =>
            streamAuditCsv(services.stores.audit, auditFilterOf(query)),
          ),
  }),
];
