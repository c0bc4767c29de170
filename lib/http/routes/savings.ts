import { z } from 'zod';
import { isDay } from '#lib/core/algorithms/utc-days.ts';
import { ledgerPageSchema } from '#lib/core/api/ledger-row.ts';
import { recallAsksSchema } from '#lib/core/api/recall-asks.ts';
import { recallsReportSchema } from '#lib/core/api/recalls-report.ts';
import { recountedSchema } from '#lib/core/api/recounted-schema.ts';
import { savingsOverviewSchema } from '#lib/core/api/savings-overview.ts';
import { limits } from '#lib/core/limits.ts';
import { savingsReportSchema } from '#lib/core/vocabulary/ledger/savings.ts';
import { savingsGroupings } from '#lib/core/vocabulary/ledger/sums.ts';
import { streamLedgerCsv } from '#lib/operations/savings/ledger-rows-csv.ts';
import { readLedgerRows } from '#lib/operations/savings/read-ledger-rows.ts';
import { readRecallAsks } from '#lib/operations/savings/read-recall-asks.ts';
import { readRecalls } from '#lib/operations/savings/read-recalls.ts';
import { readSavings } from '#lib/operations/savings/read-savings.ts';
import { readSavingsOverview } from '#lib/operations/savings/read-savings-overview.ts';
import { recountSavings } from '#lib/operations/savings/recount-savings.ts';
import { printSavingsCsv } from '#lib/operations/savings/savings-csv.ts';
import { undoWidening } from '#lib/operations/savings/undo-widening.ts';
import { csvResponse } from '../csv-response.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const maxRows = 200;
/** Rows that are read at once for a CSV file, which is sent while it is read. */
const csvPageRows = 5_000;

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional();
const day = z
  .string()
  .refine(isDay, 'must be a day such as 2026-11-21')
  .describe('A day such as 2026-11-21, UTC');
const grouping = z.enum(savingsGroupings);
const format = z.enum(['json', 'csv']).default('json');

const personalFigures =
  'Figures of each person are for admins, unless the team allows everybody to see them; others get their own and the sum of the rest.';

export const savingsRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/savings',
    summary: 'Sum up the ledger of a period',
    description: personalFigures,
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z.strictObject({
      from: instant.describe('Default: 30 days before `to`'),
      to: instant.describe('Excluded; default: now'),
      groupBy: grouping.default('tool'),
      format,
    }),
    answer: savingsReportSchema,
    media: ['text/csv'],
    async handle({ request, query: { from, to, groupBy, format: wanted }, member, services }) {
      const report = await readSavings(services, member, { from, to, groupBy });
      return wanted === 'json'
        ? report
        : csvResponse(request, `savings-${groupBy}.csv`, () => printSavingsCsv(report));
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/savings/overview',
    summary: 'Read everything that the savings page shows',
    description: personalFigures,
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z
      .strictObject({
        by: grouping,
        from: day,
        to: day,
        compare: z.enum(['0', '1']).default('0').describe('`1`: include the same number of days before'),
      })
      .refine(({ from, to }) => from <= to, 'from must not be after to'),
    answer: savingsOverviewSchema,
    handle: ({ query: { by, from, to, compare }, member, services }) =>
      readSavingsOverview(services, member, { groupBy: by, from, to, isCompared: compare === '1' }),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/savings/calls',
    summary: 'List the entries behind the figures of a group',
    description:
      'Newest first. `cursor` in the answer is what to pass for the next page; `format=csv` streams all entries. 404 for a group whose figures the caller may not see.',
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z.strictObject({
      by: grouping,
      key: z.string().max(500).describe('A group of `GET /api/savings?groupBy=`'),
      from: instant.describe('Default: 30 days before `to`'),
      to: instant.describe('Excluded; default: now'),
      kind: z.enum(['call', 'step']).default('call').describe('Tool calls, or calls of the model'),
      cursor: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z~/)
        .max(2_000)
        .optional(),
      limit: z.coerce.number().int().min(1).max(maxRows).default(maxRows),
      format,
    }),
    answer: ledgerPageSchema,
    media: ['text/csv'],
    errors: ['not_found'],
    async handle({ request, query: { format: wanted, ...asked }, member, services }) {
      const first = await readLedgerRows(services, member, asked);
      if (wanted === 'json') return first;
      const readNext = (cursor: string) =>
        readLedgerRows(services, member, { ...asked, limit: csvPageRows, cursor });
      return csvResponse(request, `savings-${asked.kind}s.csv`, () =>
        streamLedgerCsv(asked.kind, first, readNext),
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/savings/recount',
    summary: 'Count the figures of a period again',
    description:
      'Adds up the ledger entries of at most 31 days again, counts the tokens of stored artifacts again, and lists what differs.',
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z.strictObject({
      from: z.iso.date().describe('The first day, UTC'),
      to: z.iso.date().describe('The day after the last one'),
    }),
    answer: recountedSchema,
    errors: ['busy'],
    formerNames: { subject: 'of', stored: 'told' },
    handle: ({ request, query, member, services }) =>
      services.wholeReads.run(limits.wholeReadBytes, request.signal, () =>
        recountSavings(services, member, query),
      ),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/savings/recalls',
    summary: 'Show how often the model asks for more',
    description: 'By kind of view, and how the budgets of views changed because of it.',
    right: 'read',
    scope: 'team',
    token: 'read',
    answer: recallsReportSchema,
    handle: ({ services }) => readRecalls(services),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/savings/recalls/asks',
    summary: 'List what the model asked more of',
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z.strictObject({
      kind: z
        .string()
        .max(300)
        .regex(/^[^/]+\//)
        .describe('Tool and summarizer, such as `read_file/source`'),
    }),
    answer: recallAsksSchema,
    handle: ({ query: { kind }, member, services }) => readRecallAsks(services, member, kind),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/savings/widenings/:number/undo',
    summary: 'Undo a widening of views',
    description: 'Applies to later calls. 409 `not_possible` unless it is the last one of its kind.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    params: z.object({ number: z.coerce.number().int().positive() }),
    errors: ['not_found', 'not_possible'],
    handle: ({ params: { number }, origin, member, services }) =>
      undoWidening({ services, origin, member }, number),
  }),
];
