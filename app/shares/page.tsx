import { AppShell } from '../../components/layout/app-shell.tsx';
import { SharesPage } from '../../components/shares/shares-page.tsx';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'My shares' };

export default async function Page() {
  const { services, session, conversations } = await loadPage();
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <SharesPage shares={await services.stores.shares.list()} />
    </AppShell>
  );
}
