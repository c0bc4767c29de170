'use client';

import { useState } from 'react';
import type { MemberView } from '#lib/core/api/member-view.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { InviteBackDialog } from './invite-back-dialog.tsx';
import type { MemberAct } from './member-act.ts';
import { MemberRow } from './member-row.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

export function MembersTable(props: {
  me: Member;
  members: MemberView[];
  /** Members have no provider accounts, so they sign in on a new browser by a link. */
  hasLinks: boolean;
  onChanged: () => void;
}) {
  const { me, members, onChanged } = props;
  const [open, setOpen] = useState<{ act: MemberAct; member: MemberView } | null>(null);
  const isAdmin = me.role === 'admin';
  const subjectOf = (act: MemberAct) => (open?.act === act ? open.member : null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="table-scroll">
        <table aria-label="Members">
          <thead>
            <tr>
              <th scope="col">Name</th>
              {isAdmin && (
                <th scope="col" className="l wide-only">
                  E-mail
                </th>
              )}
              <th scope="col" className="l">
                Role
              </th>
              {isAdmin && (
                <th scope="col" className="wide-only">
                  Last seen
                </th>
              )}
              <th scope="col">
                <span className="vh">Signed in with</span>
              </th>
              {isAdmin && (
                <th scope="col">
                  <span className="vh">More</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                me={me}
                member={member}
                hasLinks={props.hasLinks}
                onAct={(act) => setOpen({ act, member })}
                onChanged={onChanged}
              />
            ))}
          </tbody>
        </table>
      </div>
      <SessionsDialog me={me} member={subjectOf('sessions')} onClose={close} />
      <EraseDialog member={subjectOf('erase')} onErased={onChanged} onClose={close} />
      <RemoveDialog member={subjectOf('remove')} onRemoved={onChanged} onClose={close} />
      <InviteBackDialog member={subjectOf('link')} onCreated={onChanged} onClose={close} />
    </>
  );
}
