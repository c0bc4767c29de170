import { findUsable } from '@vitrine/lib/operations/workspaces/usable-workspaces.ts';
import { suggestFirstRequests } from '@vitrine/lib/runs/suggest-first-requests.ts';
import { NewConversationPage } from '../components/chat/new-conversation-page.tsx';
import { AppShell } from '../components/layout/app-shell.tsx';
import { loadPage } from './page-session.ts';

export const metadata = { title: 'New conversation' };

export default async function HomePage() {
  const { services, member, session, conversations } = await loadPage('/');
  const [first] = session.workspaces;
  const workspace = first === undefined ? null : await findUsable(services, member, first);
  const hasCommands = session.commands.mode !== 'off';
  const suggestions = workspace ? await suggestFirstRequests(workspace, hasCommands) : [];
  const repositories = hasCommands
    ? (await services.runners.listRepositories()).filter((name) => session.workspaces.includes(name))
    : [];
  const exampleId = conversations.find(({ recordedAt }) => recordedAt !== undefined)?.id ?? null;
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <NewConversationPage
        session={session}
        suggestions={suggestions}
        repositories={repositories}
        exampleId={exampleId}
      />
    </AppShell>
  );
}
