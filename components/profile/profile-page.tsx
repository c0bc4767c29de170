'use client';

import { Check } from 'lucide-react';
import type { ApiTokenView } from '#lib/core/api/api-token-view.ts';
import type { Profile } from '#lib/core/api/profile.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { SessionList } from '../team/session-list.tsx';
import { Icon } from '../ui/icon.tsx';
import { SettingSection } from '../ui/setting-section.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { NameField } from './name-field.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { PictureField } from './picture-field.tsx';
import { SignedInAs } from './signed-in-as.tsx';
import { TokenSettings } from './token-settings.tsx';

/** What a member decides for themselves, and what is known of them. */
export function ProfilePage(props: {
  profile: Profile;
  isTeam: boolean;
  tokens: ApiTokenView[];
  isAdmin: boolean;
  siteUrl: string;
}) {
  const { profile, isTeam } = props;
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>You</h1>
        <span className="dim small saved-note">
          <Icon of={Check} isSmall />
          Saved as you change it
        </span>
      </header>
      <SettingSection id="profile" title="Profile" note="What your team sees beside your messages.">
        <PictureField id={profile.id} name={profile.name} hasPicture={profile.picture !== null} />
        <div className="profile-facts">
          <NameField name={profile.name} canChange={isTeam} />
          <SignedInAs profile={profile} isTeam={isTeam} />
        </div>
      </SettingSection>
      <SettingSection
        id="notifications"
        title="Notifications"
        note="Shown by the browsers that you allow to, also when no page of Vitrine is open. Without the words of a message, unless you allow them."
      >
        <NotificationSettings memberId={profile.id} initial={profile.preferences.notifications} />
      </SettingSection>
      <SettingSection
        id="appearance"
        title="Appearance"
        note="Stored with your account, so it is the same in every browser."
      >
        <AppearanceSettings />
      </SettingSection>
      <SettingSection
        id="tokens"
        title="API tokens"
        note={
          <>
            For the <span className="mono">vitrine</span> command, other agents and scripts. A token can do no
            more than you can.
          </>
        }
      >
        <TokenSettings tokens={props.tokens} isAdmin={props.isAdmin} siteUrl={props.siteUrl} />
      </SettingSection>
      {isTeam && (
        <SettingSection
          id="sessions"
          title="Sessions"
          note="Where you are signed in. Ending one signs that browser out."
        >
          <div className="own-sessions">
            <SessionList memberId={profile.id} isOwn />
          </div>
        </SettingSection>
      )}
      <SettingSection
        id="data"
        title="Your data"
        note="A file about you: profile, names, sessions, sign-ins, shares, your messages and decisions, what you have read, mentions of you, your figures, your entries in the audit log. Download attachments in their conversations."
      >
        <a className="btn" href="/api/profile/export" download>
          Download
        </a>
      </SettingSection>
    </main>
  );
}
