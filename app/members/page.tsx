import { teamMemberOf } from '@vitrine/lib/core/api/member-view.ts';
import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { notFound } from 'next/navigation';
import { SettingsShell } from '#components/layout/settings-shell.tsx';
import { MembersPage } from '#components/team/members-page.tsx';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Members' };

export default async function Page() {
  const { services, member, session, conversations } = await loadPage('/members');
  if (!session.isTeam) notFound();
  const { members, invites } = services.stores;
  const isAdmin = may(member, 'manage', { kind: 'team' });
  return (
    <SettingsShell session={session} conversations={conversations}>
      <MembersPage
        me={session.member}
        members={teamMemberOf(await members.list(), session.member)}
        // With an identity provider, members sign in through it on any browser and need no links.
        hasLinks={services.identityProvider === null}
        invites={isAdmin ? await invites.list() : []}
      />
    </SettingsShell>
  );
}
