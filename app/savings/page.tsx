import { dayOf } from '@vitrine/lib/core/algorithms/utc-days.ts';
import { splitSwitch } from '@vitrine/lib/core/vocabulary/tools/server-switches.ts';
import { readSavingsOverview } from '@vitrine/lib/operations/savings/read-savings-overview.ts';
import { AppShell } from '#components/layout/app-shell.tsx';
import { readSavingsChoice } from '#components/savings/savings-choice.ts';
import { SavingsPage } from '#components/savings/savings-page.tsx';
import { pageAddress } from '../page-address.ts';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Savings' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const asked = await searchParams;
  const { services, member, session, conversations } = await loadPage(pageAddress('/savings', asked));
  const today = dayOf(services.nowMs());
  const { choice, faults } = readSavingsChoice(asked, today);
  const splits = splitSwitch.readFrom(await services.stores.settings.get());
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <SavingsPage
        choice={choice}
        faults={faults}
        overview={await readSavingsOverview(services, member, choice)}
        today={today}
        unsplit={Object.keys(splits).filter((server) => !splits[server])}
      />
    </AppShell>
  );
}
