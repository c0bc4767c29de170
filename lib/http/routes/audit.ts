import { auditPageSchema } from '#lib/core/vocabulary/team/audit.ts';
import { streamAuditCsv } from '#lib/operations/team/audit-csv.ts';
import { auditFilterOf, auditQuery } from '#lib/operations/team/audit-query.ts';
import { hideClosedNames } from '#lib/operations/team/hide-closed-names.ts';
import { readAudit } from '#lib/operations/team/read-audit.ts';
import type { AuditStore } from '#lib/stores/stores.ts';
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
    async handle({ request, query, member, services }) {
      if (query.format === 'json') return await readAudit(services, member, query);
      const list: AuditStore['list'] = async (...page) =>
        hideClosedNames(services, member, await services.stores.audit.list(...page));
      return csvResponse(request, 'audit.csv', () => streamAuditCsv({ list }, auditFilterOf(query)));
    },
  }),
];
