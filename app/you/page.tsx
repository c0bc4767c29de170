import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { readProfile } from '@vitrine/lib/operations/profile/read-profile.ts';
import { listTokens } from '@vitrine/lib/operations/team/api-tokens.ts';
import { SettingsShell } from '#components/layout/settings-shell.tsx';
import { ProfilePage } from '#components/profile/profile-page.tsx';
import { loadPage, readSiteUrl } from '../page-session.ts';

export const metadata = { title: 'You' };

export default async function Page() {
  const { services, session, conversations } = await loadPage('/you');
  const { member } = session;
  return (
    <SettingsShell session={session} conversations={conversations}>
      <ProfilePage
        profile={await readProfile(services, member)}
        isTeam={session.isTeam}
        tokens={await listTokens(services, member.id)}
        isAdmin={may(member, 'manage', { kind: 'team' })}
        siteUrl={await readSiteUrl()}
      />
    </SettingsShell>
  );
}
