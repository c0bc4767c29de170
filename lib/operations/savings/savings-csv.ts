import type { SavingsFigures, SavingsReport } from '../../core/savings.ts';
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

/** The groups of a report, in full figures; what is not known is an empty cell. */
export const printSavingsCsv = ({ groups }: SavingsReport): string =>
  [
    ['key', 'label', ...figures],
    ...groups.map((group) => [group.key, group.label, ...figures.map((name) => group[name] ?? '')]),
  ]
    .map(printRow)
    .join('');
