'use client';

import { useState } from 'react';
import type { MemberView } from '#lib/core/api/member-view.ts';
import type { Invite } from '#lib/core/vocabulary/team/member.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { sendJson } from '../ui/request-json.ts';
import { TimeText } from '../ui/time-text.tsx';
import { roleNames } from './role-names.ts';

/** Invites that are still valid. Their links are shown only once, when they are created. */
export function InvitesTable(props: { invites: Invite[]; members: MemberView[]; onChanged: () => void }) {
  const [asked, setAsked] = useState<Invite | null>(null);
  const [error, setError] = useState<string | null>(null);
  const ask = (invite: Invite | null) => {
    setError(null);
    setAsked(invite);
  };
  const revoke = async ({ id }: Invite) => {
    const result = await sendJson<null>('DELETE', `/api/invites/${id}`);
    // If it is already gone, that is what was wanted.
    if (!result.ok && result.code !== 'not_found') return setError(result.error);
    ask(null);
    props.onChanged();
  };
  const whoOf = ({ memberId }: Invite) =>
    memberId === null
      ? 'New member'
      : (props.members.find(({ id }) => id === memberId)?.name ?? 'Removed member');
  return (
    <div className="table-scroll">
      <table aria-labelledby="open-invites">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col" className="l">
              Role
            </th>
            <th scope="col" className="l wide-only">
              Created by
            </th>
            <th scope="col" className="wide-only">
              Created{' '}
            </th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span className="vh">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.invites.map((invite) => (
            <tr key={invite.id}>
              <th scope="row" className="clip name">
                {whoOf(invite)}
              </th>
              <td className="l">{invite.memberId === null ? roleNames[invite.role] : 'Unchanged'}</td>
              <td className="l clip wide-only">{invite.createdBy.name}</td>
              <td className="dim wide-only">
                <TimeText iso={invite.createdAt} as="day-clock" />
              </td>
              <td>
                <TimeText iso={invite.expiresAt} as="day-clock" />
              </td>
              <td>
                <button
                  type="button"
                  className="btn danger is-small"
                  aria-label={`Revoke the invite for ${whoOf(invite)}`}
                  onClick={() => ask(invite)}
                >
                  Revoke
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Revoke this invite?"
        text="The link stops working. You can create a new one at any time."
        action="Revoke"
        error={error}
        onConfirm={() => asked && void revoke(asked)}
        onClose={() => ask(null)}
      />
    </div>
  );
}
