import { listUsable } from '@vitrine/lib/operations/workspaces/usable-workspaces.ts';
import { suggestFirstRequests } from '@vitrine/lib/runs/suggest-first-requests.ts';
import { NewConversationPage } from '../components/chat/new-conversation-page.tsx';
import { AppShell } from '../components/layout/app-shell.tsx';
import { loadPage } from './page-session.ts';

export const metadata = { title: 'New conversation' };

export default async function HomePage() {
  const { services, member, session, conversations } = await loadPage('/');
  const usable = await listUsable(services, member);
  const [workspace] = usable;
  const hasCommands = services.commands.status().mode !== 'off';
  const suggestions = workspace ? await suggestFirstRequests(workspace, hasCommands) : [];
  const repositories = hasCommands ? await namesOfRepositories(usable) : [];
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

/** Names of the workspaces with a Git HEAD, from which a worktree can be made. */
async function namesOfRepositories(workspaces: Awaited<ReturnType<typeof listUsable>>): Promise<string[]> {
  const heads = workspaces.map(async ({ name, gitHead }) => ((await gitHead()) ? [name] : []));
  return (await Promise.all(heads)).flat();
}
