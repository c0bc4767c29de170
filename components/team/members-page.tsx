'use client';

import { useRouter } from 'next/navigation';
import type { MemberView } from '#lib/core/api/member-view.ts';
import type { Invite, Member } from '#lib/core/vocabulary/team/member.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesTable } from './invites-table.tsx';
import { MembersTable } from './members-table.tsx';

/**
 * The members of the team and, for admins, its invites. Shows the server's data, reloaded after each change.
 */
export function MembersPage(props: {
  me: Member;
  members: MemberView[];
  invites: Invite[];
  hasLinks: boolean;
}) {
  const { me, members, invites } = props;
  const { refresh } = useRouter();
  const isAdmin = me.role === 'admin';
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Members</h1>
        {isAdmin && <InviteDialog onCreated={refresh} />}
      </header>
      <MembersTable me={me} members={members} hasLinks={props.hasLinks} onChanged={refresh} />
      {isAdmin && (
        <section className="open-invites">
          <div className="bar-row">
            <h2 id="open-invites">Open invites</h2>
          </div>
          {invites.length === 0 ? (
            <p className="dim">No open invites. Each invite works once and expires in 24 hours.</p>
          ) : (
            <InvitesTable invites={invites} members={members} onChanged={refresh} />
          )}
        </section>
      )}
    </main>
  );
}
