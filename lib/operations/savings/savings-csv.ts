import type { SavingsFigures, SavingsReport } from '#lib/core/vocabulary/ledger/savings.ts';
import { printRow } from './csv-row.ts';

const figures = [
  'calls',
  'failedCalls',
  'estimatedCalls',
  'fullTokens',
  'sentTokens',
  'withheldTokens',
  'avoidedTokens',
  'netMicrodollars',
  'overheadMicrodollars',
  'recalls',
  'steps',
  'unpricedSteps',
  'costMicrodollars',
  'inputTokens',
  'cacheReadTokens',
  'outputTokens',
] as const satisfies readonly (keyof SavingsFigures)[];

/** The groups of a report with unrounded figures; unknown values are empty cells. */
export const printSavingsCsv = ({ groups }: SavingsReport): string =>
  [
    ['key', 'label', ...figures],
    ...groups.map((group) => [group.key, group.label, ...figures.map((name) => group[name] ?? '')]),
  ]
    .map(printRow)
    .join('');
