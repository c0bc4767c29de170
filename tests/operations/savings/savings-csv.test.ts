import { expect, test } from 'vitest';
import { sumSavings } from '#lib/core/vocabulary/ledger/savings.ts';
import { printSavingsCsv } from '#lib/operations/savings/savings-csv.ts';
import { sampleEntry, sampleStep } from '#tests/contracts/samples.ts';

test('numbers are exported as numbers, unknown values are empty, and no name becomes a formula', () => {
  const member = { id: 'mem_a', name: '=1+1' };
  const known = [sampleEntry({ member, sentTokens: 1_200 }), sampleStep({ member, carried: [] })];
  const unknown = [sampleStep({ price: null })];
  const period = { from: '2026-01-01', to: '2026-02-01' };
  const csv = (entries: Parameters<typeof sumSavings>[0]) =>
    printSavingsCsv({ ...period, ...sumSavings(entries, 'member') }).split('\r\n');
  expect(csv(known)).toEqual([
    'key,label,calls,failedCalls,estimatedCalls,fullTokens,sentTokens,withheldTokens,avoidedTokens,netMicrodollars,overheadMicrodollars,recalls,steps,unpricedSteps,costMicrodollars,inputTokens,cacheReadTokens,outputTokens',
    "mem_a,'=1+1,1,0,0,1000,1200,-200,-200,-100,100,0,1,0,5400,5000,0,100",
    '',
  ]);
  expect(csv(unknown)[1]).toMatch(/,0,0,0,0,0,0,0,,0,0,1,1,,5000,0,100$/);
});
