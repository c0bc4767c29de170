import { addDays, dayOf } from '@vitrine/lib/core/algorithms/utc-days.ts';
import { isVitrineError } from '@vitrine/lib/core/errors.ts';
import { readLedgerRows } from '@vitrine/lib/operations/savings/read-ledger-rows.ts';
import { readSavings } from '@vitrine/lib/operations/savings/read-savings.ts';
import { notFound } from 'next/navigation';
import { pageAddress } from '#app/page-address.ts';
import { loadPage } from '#app/page-session.ts';
import { AppShell } from '#components/layout/app-shell.tsx';
import { CallsPage } from '#components/savings/calls-page.tsx';
import { readSavingsPeriod, shownGroupings } from '#components/savings/savings-choice.ts';

export const metadata = { title: 'Calls' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const rowsAPage = 100;

/** Lists the calls that one row of the savings table sums up, or those of today; without a valid row the page is not found. */
export default async function Page({ searchParams }: Props) {
  const asked = await searchParams;
  const { services, member, session, conversations } = await loadPage(pageAddress('/savings/calls', asked));
  const today = dayOf(services.nowMs());
  const isOfToday = asked.by === undefined && asked.key === undefined;
  const by = isOfToday ? 'day' : shownGroupings.find(({ name }) => name === asked.by)?.name;
  const key = isOfToday ? today : asked.key;
  const { cursor } = asked;
  if (by === undefined || typeof key !== 'string') notFound();
  const faults: string[] = [];
  const days = isOfToday ? { from: today, to: today } : readSavingsPeriod(asked, today, faults);
  const kind = asked.kind === 'step' ? 'step' : 'call';
  const period = { from: days.from, to: addDays(days.to, 1) };
  const after = typeof cursor === 'string' ? cursor : undefined;
  const [report, rows] = await Promise.all([
    readSavings(services, member, { ...period, groupBy: by }),
    readLedgerRows(services, member, { ...period, by, key, kind, cursor: after, limit: rowsAPage }),
  ]).catch((error: unknown) => {
    if (isVitrineError(error) && error.code === 'not_found') notFound();
    throw error;
  });
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <CallsPage
        of={{ by, key, ...days }}
        group={report.groups.find((group) => group.key === key) ?? null}
        kind={kind}
        rows={rows.entries}
        isFirst={after === undefined}
        cursor={rows.cursor}
        faults={faults}
      />
    </AppShell>
  );
}
