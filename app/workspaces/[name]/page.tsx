import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { readWorkspace } from '@vitrine/lib/operations/workspaces/read-workspace.ts';
import { notFound } from 'next/navigation';
import { loadPage } from '#app/page-session.ts';
import { AppShell } from '#components/layout/app-shell.tsx';
import { WorkspacePage } from '#components/workspaces/workspace-page.tsx';

export const metadata = { title: 'Workspace' };

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const name = decodeURIComponent((await params).name);
  const { services, session, conversations } = await loadPage(`/workspaces/${encodeURIComponent(name)}`);
  if (!may(session.member, 'manage', { kind: 'team' })) notFound();
  const settings = await readWorkspace(services, name).catch(() => notFound());
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <WorkspacePage settings={settings} />
    </AppShell>
  );
}
