import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import type { Metadata } from 'next';
import { SettingsShell } from '#components/layout/settings-shell.tsx';
import { SharesPage } from '#components/shares/shares-page.tsx';
import { loadPage } from '../page-session.ts';

interface Props {
  searchParams: Promise<{ of?: string | string[] }>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: (await searchParams).of === 'team' ? 'Team’s shares' : 'My shares' };
}

/** Lists the member's own shares; an admin can ask for all shares of the team. */
export default async function Page({ searchParams }: Props) {
  const { of } = await searchParams;
  const { services, session, conversations } = await loadPage(of === 'team' ? '/shares?of=team' : '/shares');
  const { member, isTeam } = session;
  const isAdmin = isTeam && may(member, 'manage', { kind: 'team' });
  const isOfTeam = isAdmin && of === 'team';
  const all = await services.stores.shares.list();
  return (
    <SettingsShell session={session} conversations={conversations}>
      <SharesPage
        key={isOfTeam ? 'team' : 'me'}
        shares={all.filter(({ createdBy }) => isOfTeam || createdBy.id === member.id)}
        of={isOfTeam ? 'team' : 'me'}
        admin={isAdmin ? { linkShares: session.linkShares } : null}
      />
    </SettingsShell>
  );
}
