import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { readBudgets } from '@vitrine/lib/operations/savings/read-budgets.ts';
import { loadPage } from '#app/page-session.ts';
import { AppShell } from '#components/layout/app-shell.tsx';
import { BudgetsPage } from '#components/savings/budgets-page.tsx';

export const metadata = { title: 'Budgets' };

export default async function Page() {
  const { services, session, conversations } = await loadPage('/savings/budgets');
  const { model, stores } = services;
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <BudgetsPage
        report={await readBudgets(services, session.member)}
        isAdmin={may(session.member, 'manage', { kind: 'team' })}
        isTeam={session.isTeam}
        namesPeople={(await stores.settings.get()).namesPeople ?? false}
        unpricedModel={services.priceOf(model.id) === null ? model.id : null}
      />
    </AppShell>
  );
}
