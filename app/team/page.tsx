import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { AppShell } from '#components/layout/app-shell.tsx';
import { TeamPage } from '#components/team/team-page.tsx';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Team' };

export default async function Page() {
  const { services, session, conversations } = await loadPage('/team');
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <TeamPage
        lifetimeSeconds={await services.readLifetime()}
        standardSeconds={services.config.artifactTtlSeconds}
        storage={await services.stores.artifacts.readUsage()}
        models={session.models}
        isAdmin={may(session.member, 'manage', { kind: 'team' })}
      />
    </AppShell>
  );
}
