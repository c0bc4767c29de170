import { expect, test } from 'vitest';
import { callRow, stepRow } from '#lib/core/api/ledger-row.ts';
import { streamLedgerCsv } from '#lib/operations/savings/ledger-rows-csv.ts';
import { sampleEntry, sampleStep } from '#tests/contracts/samples.ts';

const row = (id: string) => ({
  id,
  timestamp: '2026-11-22T10:00:00.000Z',
  conversation: { id: 'conv_a', title: '=1+1' },
  member: null,
});
const call = (id: string) => callRow(sampleEntry({ id, fullTokens: null }), row(id), 3);

const textOf = async (stream: ReadableStream): Promise<string[]> =>
  (await new Response(stream).text()).split('\r\n');

test('all pages are exported in order under one header; unknown values are empty and no name becomes a formula', async () => {
  const pages = [
    { entries: [call('b')], cursor: '2' },
    { entries: [], cursor: null },
  ];
  const asked: string[] = [];
  const stream = streamLedgerCsv('call', { entries: [call('a')], cursor: '1' }, async (cursor) => {
    asked.push(cursor);
    return pages.shift() ?? { entries: [], cursor: null };
  });
  const [head = '', ...rows] = await textOf(stream);
  expect(asked).toEqual(['1', '2']);
  expect(head.split(',').slice(0, 5)).toEqual([
    'id',
    'timestamp',
    'conversationId',
    'conversationTitle',
    'member',
  ]);
  expect(rows.map((line) => line.split(',')[0])).toEqual(['a', 'b', '']);
  const cells = Object.fromEntries(head.split(',').map((name, at) => [name, rows[0]?.split(',')[at]]));
  expect(cells).toMatchObject({ conversationTitle: "'=1+1", member: '', fullTokens: '', recalls: '3' });
});

test('model calls are exported with usage and money, and no calls as only the header', async () => {
  const step = sampleStep();
  const entries = [stepRow(step, row('s'), 'day', () => true)];
  const [head = '', line = ''] = await textOf(
    streamLedgerCsv('step', { entries, cursor: null }, () => Promise.reject(new Error('no more'))),
  );
  const cells = Object.fromEntries(head.split(',').map((name, at) => [name, line.split(',')[at]]));
  expect(cells).toMatchObject({ inputTokens: '5000', cacheWriteTokens: '', netMicrodollars: '800' });
  const none = streamLedgerCsv('step', { entries: [], cursor: null }, () =>
    Promise.reject(new Error('no more')),
  );
  expect(await textOf(none)).toEqual([head, '']);
});
