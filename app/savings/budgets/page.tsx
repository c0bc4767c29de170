import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { readBudgets } from '@vitrine/lib/operations/savings/read-budgets.ts';
import { loadPage } from '#app/page-session.ts';
import { AppShell } from '#components/layout/app-shell.tsx';
import { BudgetsPage } from '#components/savings/budgets-page.tsx';

export const metadata = { title: 'Budgets' };

export default async function Page() {
  const { services, member, session, conversations } = await loadPage('/savings/budgets');
  const { stores } = services;
  const unpriced = session.models.find(({ price, isAllowed }) => price === null && isAllowed);
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <BudgetsPage
        report={await readBudgets(services, member)}
        isAdmin={may(member, 'manage', { kind: 'team' })}
        isTeam={session.isTeam}
        namesPeople={(await stores.settings.get()).namesPeople ?? false}
        unpricedModel={unpriced?.id ?? null}
      />
    </AppShell>
  );
}
