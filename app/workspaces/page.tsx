import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { listWorkspaces } from '@vitrine/lib/operations/workspaces/list-workspaces.ts';
import { notFound } from 'next/navigation';
import { SettingsShell } from '#components/layout/settings-shell.tsx';
import { WorkspacesPage } from '#components/workspaces/workspaces-page.tsx';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Workspaces' };

export default async function Page() {
  const { services, member, session, conversations } = await loadPage('/workspaces');
  if (!may(member, 'manage', { kind: 'team' })) notFound();
  const { cloneFrom } = services.config;
  return (
    <SettingsShell session={session} conversations={conversations}>
      <WorkspacesPage
        isTeam={session.isTeam}
        workspaces={await listWorkspaces(services)}
        rules={{ cloneFrom, folders: services.folderRules.allowed }}
      />
    </SettingsShell>
  );
}
