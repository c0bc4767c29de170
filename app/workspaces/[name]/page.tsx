import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { listAdmittable } from '@vitrine/lib/operations/workspaces/list-admittable.ts';
import { readWorkspace } from '@vitrine/lib/operations/workspaces/read-workspace.ts';
import { notFound } from 'next/navigation';
import { loadPage } from '#app/page-session.ts';
import { SettingsShell } from '#components/layout/settings-shell.tsx';
import { WorkspacePage } from '#components/workspaces/workspace-page.tsx';

export const metadata = { title: 'Workspace' };

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const name = decodeURIComponent((await params).name);
  const { services, member, session, conversations } = await loadPage(
    `/workspaces/${encodeURIComponent(name)}`,
  );
  if (!may(member, 'manage', { kind: 'team' })) notFound();
  const settings = await readWorkspace(services, name).catch(() => notFound());
  return (
    <SettingsShell session={session} conversations={conversations}>
      <WorkspacePage settings={settings} people={session.isTeam ? await listAdmittable(services) : null} />
    </SettingsShell>
  );
}
