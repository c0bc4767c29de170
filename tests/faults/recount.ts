import type { Recounted } from '#lib/core/api/recounted-schema.ts';
import { until } from '../support/conversations.ts';
import type { SystemUnderTest } from './system-under-test.ts';

/** Has a server add up the ledger's entries again. @returns where its stored sums differ from them */
export async function recount({ frontServers, team }: SystemUnderTest): Promise<string[]> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  // A clock that was ahead may have dated entries tomorrow.
  const period = new URLSearchParams({ from: day(-1), to: day(2) });
  const { entries, differences } = await until('the second count', async (): Promise<Recounted | null> => {
    const headers = { Accept: 'application/json', ...team.members[0]?.headers };
    const response = await fetch(`${frontServers[0]?.url}/api/savings/recount?${period}`, { headers }).catch(
      () => null,
    );
    return response?.ok ? await response.json() : null;
  });
  if (entries === 0) return ['the ledger has no entries'];
  return differences.map(
    ({ subject, figure, stored, counted }) =>
      `the ledger says ${stored} ${figure} of ${subject}, its entries ${counted}`,
  );
}
