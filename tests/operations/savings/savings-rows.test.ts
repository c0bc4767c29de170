import { describe, expect, test } from 'vitest';
import type { LedgerRow } from '#lib/core/api/ledger-row.ts';
import type { LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { savingsGroupings } from '#lib/core/vocabulary/ledger/sums.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { readLedgerRows } from '#lib/operations/savings/read-ledger-rows.ts';
import { readSavings } from '#lib/operations/savings/read-savings.ts';
import { readSavingsOverview } from '#lib/operations/savings/read-savings-overview.ts';
import type { Services } from '#lib/services.ts';
import { newId, sampleConversation, sampleEntry, sampleStep } from '#tests/contracts/samples.ts';
import { teamBench } from '#tests/support/team-bench.ts';

const bench = teamBench();
type Needed = Pick<Services, 'stores' | 'nowMs' | 'config'>;

/** In local mode or in a team. */
const servicesOf = ({ isTeam = false } = {}): Needed => ({
  stores: bench().stores,
  nowMs: () => Date.parse('2026-11-22T12:00:00Z'),
  config: { signIn: isTeam ? { kind: 'invites' } : null } as unknown as Services['config'],
});
const record = async (entries: LedgerEntry[]) => {
  for (const entry of entries) await bench().stores.ledger.record(entry);
};
const period = { from: '2026-11-01', to: '2026-11-23' };
const ada: Member = { id: 'member-1', name: 'Ada', role: 'admin' } as Member;

async function allRows(
  by: (typeof savingsGroupings)[number],
  key: string,
  kind: 'call' | 'step',
  limit: number,
) {
  const rows: LedgerRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await readLedgerRows(servicesOf(), ada, { ...period, by, key, kind, limit, cursor });
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    rows.push(...page.entries);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0);

describe('the rows of a savings group', () => {
  test.each(savingsGroupings)('add up to the group by %s, on any pages', async (groupBy) => {
    const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
    const lost = sampleEntry({ timestamp: at(9), fullTokens: 700, sentTokens: 70 });
    await record([
      ...[2, 2, 5, 9].map((day) =>
        sampleEntry({ timestamp: at(day), fullTokens: 30_000 + day, sentTokens: day }),
      ),
      sampleEntry({ timestamp: at(5), success: false, fullTokens: 400, sentTokens: 400 }),
      sampleEntry({ timestamp: at(6), fullTokens: null, sentTokens: 12 }),
      sampleEntry({
        timestamp: at(7),
        toolName: 'recall_output',
        recalledTool: 'read_file',
        fullTokens: 9,
        sentTokens: 9,
      }),
      lost,
      { ...lost, id: `${lost.id}:lost`, kind: 'reversal', call: lost },
      ...[2, 6].map((day) => sampleStep({ timestamp: at(day) })),
      sampleStep({ timestamp: at(6), isRecall: true }),
      sampleStep({ timestamp: at(7), price: null }),
    ]);
    const { groups } = await readSavings(servicesOf(), ada, { ...period, groupBy });
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) {
      const calls = (await allRows(groupBy, group.key, 'call', 3)).filter((row) => row.kind === 'call');
      expect(sumOf(calls, ({ isReversal }) => (isReversal ? 0 : 1))).toBe(group.calls);
      expect(sumOf(calls, ({ withheldTokens }) => withheldTokens)).toBe(group.withheldTokens);
      expect(sumOf(calls, ({ avoidedTokens }) => avoidedTokens)).toBe(group.avoidedTokens);
      const steps = (await allRows(groupBy, group.key, 'step', 1)).filter((row) => row.kind === 'step');
      expect(sumOf(steps, ({ netMicrodollars }) => netMicrodollars ?? 0)).toBe(group.netMicrodollars ?? 0);
    }
  });

  test.each(['9999-12-31', '9999-12-31T23:59:59-14:00'])('are found up to %s', async (to) => {
    await record([sampleEntry({ timestamp: '2026-11-20T10:00:00.000Z' })]);
    const asked = { from: '0001-01-01', to };
    const { totals } = await readSavings(servicesOf(), ada, { ...asked, groupBy: 'tool' });
    const rows = { ...asked, by: 'tool', key: 'read_file', kind: 'call', limit: 5 } as const;
    expect(totals.calls).toBe(1);
    expect((await readLedgerRows(servicesOf(), ada, rows)).entries).toHaveLength(1);
  });

  test('are read from the day on which the previous page ended', async () => {
    const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
    await record(days.map((day) => sampleEntry({ timestamp: `${day}T10:00:00.000Z` })));
    const { stores, ...rest } = servicesOf();
    const read: string[] = [];
    const list: typeof stores.ledger.list = (from, to) => {
      read.push(from.slice(0, 10));
      return stores.ledger.list(from, to);
    };
    const services = { ...rest, stores: { ...stores, ledger: { ...stores.ledger, list } } };
    const asked = { ...period, by: 'tool', key: 'read_file', kind: 'call', limit: 2 } as const;
    const { cursor } = await readLedgerRows(services, ada, asked);
    read.length = 0;
    const { entries } = await readLedgerRows(services, ada, { ...asked, cursor: cursor ?? undefined });
    expect(entries.map(({ timestamp }) => timestamp.slice(0, 10))).toEqual(['2026-11-18']);
    expect(read).toEqual(['2026-11-19', '2026-11-18']);
  });

  test('have no link if their conversation is deleted, and in a team no title of a private one', async () => {
    const { stores, add } = bench();
    const bo = await add({ name: 'Bo' });
    const cy = await add({ name: 'Cy' });
    const createdBy = { id: bo.id, name: bo.name };
    const hidden = sampleConversation({ title: 'Salaries', createdBy, audience: [] });
    await stores.conversations.create(hidden);
    const call = {
      timestamp: '2026-11-20T10:00:00.000Z',
      title: 'salaries.txt',
      artifactId: newId('art'),
      member: createdBy,
    };
    await record([
      sampleEntry({ ...call, conversationId: hidden.id, conversationTitle: hidden.title }),
      sampleEntry({ ...call, conversationTitle: 'Deleted', toolName: 'grep_file' }),
    ]);
    const first = async (services: Needed, member: Member, key: string) => {
      const asked = { ...period, by: 'tool', key, kind: 'call', limit: 5 } as const;
      return (await readLedgerRows(services, member, asked)).entries[0];
    };
    const team = servicesOf({ isTeam: true });
    expect(await first(team, bo, 'read_file')).toMatchObject({
      conversation: { id: hidden.id, title: 'Salaries' },
      title: 'salaries.txt',
      artifactId: call.artifactId,
      member: 'Bo',
    });
    expect(await first(team, cy, 'read_file')).toMatchObject({
      conversation: null,
      title: '',
      artifactId: null,
      member: null,
    });
    expect(await first(servicesOf(), ada, 'grep_file')).toMatchObject({
      conversation: { title: 'Deleted' },
      title: 'salaries.txt',
      artifactId: null,
    });
  });
});

describe('the period of the savings page', () => {
  test('has whole days, including the last, and is compared with as many before', async () => {
    const timestamps = [
      '2026-10-31T23:59:59.999Z',
      '2026-11-01T00:00:00.000Z',
      '2026-11-02T23:59:59.999Z',
      '2026-11-03T00:00:00.000Z',
    ];
    await record(timestamps.map((timestamp) => sampleEntry({ timestamp })));
    const days = { from: '2026-11-01', to: '2026-11-02', groupBy: 'tool' } as const;
    const compared = await readSavingsOverview(servicesOf(), ada, { ...days, isCompared: true });
    expect(compared.report.totals.calls).toBe(2);
    expect(compared.days.map(({ key }) => key)).toEqual(['2026-11-01', '2026-11-02']);
    expect(compared.before?.days.map(({ key, calls }) => [key, calls])).toEqual([['2026-10-31', 1]]);
    expect(compared.weeks).toEqual({ read_file: [...Array(11).fill(0), 2 * 900 + 900] });
    const alone = await readSavingsOverview(servicesOf(), ada, { ...days, isCompared: false });
    expect(alone.before).toBeNull();
  });
});
