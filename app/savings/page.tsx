import { AppShell } from '../../components/layout/app-shell.tsx';
import { SavingsPage } from '../../components/savings/savings-page.tsx';
import { readSavings } from '../../lib/http/read-savings.ts';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Savings' };

export default async function Page() {
  const { services, session, conversations } = await loadPage('/savings');
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <SavingsPage report={await readSavings(services, session.member, { groupBy: 'tool' })} />
    </AppShell>
  );
}
