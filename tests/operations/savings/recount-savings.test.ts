import { expect, test } from 'vitest';
import type { DaySums } from '#lib/core/vocabulary/ledger/sums.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { recountSavings } from '#lib/operations/savings/recount-savings.ts';
import type { Services } from '#lib/services.ts';
import { countTokens } from '#lib/split/count-tokens.ts';
import type { LedgerStore } from '#lib/stores/stores.ts';
import { newId, sampleConversation, sampleEntry, storeBytes } from '#tests/contracts/samples.ts';
import { teamBench } from '#tests/support/team-bench.ts';

const bench = teamBench();
const period = { from: '2026-11-01', to: '2026-11-23' };
const timestamp = '2026-11-20T10:00:00.000Z';
const ada: Member = { id: 'member-1', name: 'Ada', role: 'admin' } as Member;

/** A ledger that changes some of its results. */
const servicesOf = (change: Partial<LedgerStore> = {}, isTeam = false) => {
  const { stores } = bench();
  return {
    stores: { ...stores, ledger: { ...stores.ledger, ...change } },
    config: { signIn: isTeam ? { kind: 'invites' } : null } as unknown as Services['config'],
  };
};

test.each([
  ['what a program coloured', 'log', Buffer.from('\u001b[31mfailed\u001b[0m: 3\n'), 'failed: 3\n'],
  ['what a terminal drew', 'terminal', Buffer.from('10%\r20%\r100%\n'), '100%\n'],
  ['a file of two bytes a character', 'file', Buffer.from('\ufeffgrün\nrot\n', 'utf16le'), 'grün\nrot\n'],
] as const)('%s is counted as the call read it', async (_, type, bytes, text) => {
  const { stores } = bench();
  const artifactId = await storeBytes(stores.artifacts, bytes, { type });
  await stores.artifacts.setAssistantView(artifactId, 'seen', []);
  const [fullTokens, sentTokens] = [await countTokens(text), await countTokens('seen')];
  await stores.ledger.record(sampleEntry({ timestamp, artifactId, fullTokens, sentTokens }));
  expect(await recountSavings(servicesOf(), ada, period)).toMatchObject({ artifacts: 1, differences: [] });
});

test('entries recorded between the two reads are not a difference', async () => {
  const { ledger } = bench().stores;
  let late = 2;
  const services = servicesOf({
    async list(from, to) {
      if (late > 0) await ledger.record(sampleEntry({ timestamp }));
      late -= 1;
      return await ledger.list(from, to);
    },
  });
  expect(await recountSavings(services, ada, period)).toMatchObject({ entries: 2, differences: [] });
});

test('a difference is named as far as the member may know it', async () => {
  const { stores, add } = bench();
  const [bo, cy] = [await add({ name: 'Bo' }), await add({ name: 'Cy' })];
  const createdBy = { id: bo.id, name: 'Bo' };
  const hidden = sampleConversation({ id: newId('conv'), title: 'Salaries', createdBy, audience: [] });
  await stores.conversations.create(hidden);
  const recorded = { conversationId: hidden.id, conversationTitle: hidden.title, member: createdBy };
  await stores.ledger.record(sampleEntry({ timestamp, ...recorded }));
  const wrong = (sums: DaySums[]) => sums.map((day) => ({ ...day, sums: { ...day.sums, calls: 7 } }));
  const services = servicesOf({ sums: async (...asked) => wrong(await stores.ledger.sums(...asked)) }, true);
  const namesFor = async (member: Member) =>
    (await recountSavings(services, member, period)).differences.map(({ subject }) => subject);
  expect(await namesFor(bo)).toEqual(
    expect.arrayContaining(['conversation Salaries, 2026-11-20', 'member Bo, 2026-11-20']),
  );
  const parts = await namesFor(cy);
  expect(parts).toContain('member All others, 2026-11-20');
  expect(parts.join()).not.toMatch(/Salaries|Bo/);
});
