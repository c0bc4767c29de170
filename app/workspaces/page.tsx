import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { listWorkspaces } from '@vitrine/lib/operations/workspaces/list-workspaces.ts';
import { notFound } from 'next/navigation';
import { AppShell } from '#components/layout/app-shell.tsx';
import { WorkspacesPage } from '#components/workspaces/workspaces-page.tsx';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Workspaces' };

export default async function Page() {
  const { services, session, conversations } = await loadPage('/workspaces');
  if (!may(session.member, 'manage', { kind: 'team' })) notFound();
  const { cloneFrom } = services.config;
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <WorkspacesPage
        workspaces={await listWorkspaces(services)}
        rules={{ cloneFrom, folders: services.folderRules.allowed }}
      />
    </AppShell>
  );
}
