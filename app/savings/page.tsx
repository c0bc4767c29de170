import { AppShell } from '../../components/layout/app-shell.tsx';
import { savingsPeriods, shownGroupings } from '../../components/savings/savings-choice.ts';
import { SavingsPage } from '../../components/savings/savings-page.tsx';
import { readSavings } from '../../lib/http/read-savings.ts';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Savings' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const dayMs = 24 * 3_600_000;

/** Of 30 days by tool, unless the address says otherwise; what it says that is none of the choices is left aside. */
export default async function Page({ searchParams }: Props) {
  const { by, days } = await searchParams;
  const { services, session, conversations } = await loadPage('/savings');
  const groupBy = shownGroupings.find(({ name }) => name === by)?.name ?? 'tool';
  const period = savingsPeriods.find((count) => String(count) === days) ?? 30;
  const from = new Date(services.nowMs() - period * dayMs).toISOString();
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <SavingsPage
        report={await readSavings(services, session.member, { from, groupBy })}
        choice={{ groupBy, period }}
      />
    </AppShell>
  );
}
