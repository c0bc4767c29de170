import { dayOf } from '@vitrine/lib/core/algorithms/utc-days.ts';
import { listReplays } from '@vitrine/lib/operations/savings/replays.ts';
import { loadPage } from '#app/page-session.ts';
import { AppShell } from '#components/layout/app-shell.tsx';
import { ProofPage } from '#components/savings/proof-page.tsx';
import { lastDays } from '#components/savings/savings-choice.ts';

export const metadata = { title: 'Proof of savings' };

/** Days that the recount covers by default. */
const recountedDays = 30;

export default async function Page() {
  const { services, member, session, conversations } = await loadPage('/savings/proof');
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <ProofPage
        replays={await listReplays(services, member)}
        period={lastDays(recountedDays, dayOf(services.nowMs()))}
      />
    </AppShell>
  );
}
