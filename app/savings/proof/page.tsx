import { AppShell } from '../../../components/layout/app-shell.tsx';
import { ProofPage } from '../../../components/savings/proof-page.tsx';
import { listReplays } from '../../../lib/http/replays.ts';
import { loadPage } from '../../page-session.ts';

export const metadata = { title: 'Proof of savings' };

export default async function Page() {
  const { services, session, conversations } = await loadPage('/savings/proof');
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <ProofPage replays={await listReplays(services, session.member)} />
    </AppShell>
  );
}
