import type { Profile } from '#lib/core/api/profile.ts';
import { roleNames } from '../team/role-names.ts';
import { TimeText } from '../ui/time-text.tsx';

/** What is known of a member and not theirs to change. */
export function SignedInAs({ profile, isTeam }: { profile: Profile; isTeam: boolean }) {
  const { email, role, provider } = profile;
  return (
    <div>
      <span className="lab">{isTeam ? 'Signed in as' : 'Role'}</span>
      {isTeam && <p className="mid">{email ?? 'Joined by invite'}</p>}
      <p className={isTeam ? 'dim small' : 'mid'}>
        {roleNames[role]}
        {provider && (
          <>
            {' · '}
            {provider.groups.length === 0 ? 'no groups' : `groups ${provider.groups.join(', ')}`}, as of{' '}
            <TimeText iso={provider.at} as="day" />
          </>
        )}
      </p>
    </div>
  );
}
