import { NewConversationPage } from '../components/chat/new-conversation-page.tsx';
import { AppShell } from '../components/layout/app-shell.tsx';
import { suggestFirstRequests } from '../lib/runs/suggest-first-requests.ts';
import { loadPage } from './page-session.ts';

export const metadata = { title: 'New conversation' };

export default async function HomePage() {
  const { services, session, conversations } = await loadPage('/');
  const [workspace] = services.workspaces;
  const suggestions = workspace
    ? await suggestFirstRequests(workspace, services.commands.status().mode !== 'off')
    : [];
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <NewConversationPage session={session} suggestions={suggestions} />
    </AppShell>
  );
}
