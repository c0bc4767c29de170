'use client';

import { Eraser, Link2, ShieldCheck, UserRound, UserRoundMinus, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { MemberView } from '#lib/core/api/member-view.ts';
import type { Member, Role } from '#lib/core/vocabulary/team/member.ts';
import type { MenuAction } from '../ui/menu-action.ts';
import { sendJson } from '../ui/request-json.ts';
import { RowMenu } from '../ui/row-menu.tsx';
import { TimeText } from '../ui/time-text.tsx';
import type { MemberAct } from './member-act.ts';
import { roleNames } from './role-names.ts';

interface MemberRowProps {
  me: Member;
  member: MemberView;
  hasLinks: boolean;
  onAct: (act: MemberAct) => void;
  onChanged: () => void;
}

export function MemberRow({ me, member, hasLinks, onAct, onChanged }: MemberRowProps) {
  const [error, setError] = useState<string | null>(null);
  const isAdmin = me.role === 'admin';
  const isRemoved = typeof member.removedAt === 'string';
  const change = async (wanted: { role: Role } | { isRemoved: false }) => {
    const result = await sendJson<null>('PATCH', `/api/members/${member.id}`, wanted);
    setError(result.ok ? null : result.error);
    if (result.ok) onChanged();
  };
  return (
    <tr className={isRemoved ? 'is-gone' : undefined}>
      <th scope="row" className="clip name" title={member.name}>
        {member.name}
        {member.id === me.id && <span className="badge">You</span>}
        {isRemoved && <span className="badge">{member.erasedAt === undefined ? 'Removed' : 'Erased'}</span>}
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </th>
      {isAdmin && (
        <td className="l clip mid wide-only">{member.email ?? <span className="dim">not known</span>}</td>
      )}
      <td className="l">{roleNames[member.role]}</td>
      {isAdmin && (
        <td className="dim wide-only">
          {member.lastSeenAt ? <TimeText iso={member.lastSeenAt} as="day-clock" /> : 'never'}
        </td>
      )}
      <td>
        {!isRemoved && (isAdmin || member.id === me.id) && (
          <button
            type="button"
            className="btn is-small"
            aria-label={`Sessions of ${member.name}`}
            onClick={() => onAct('sessions')}
          >
            Sessions
          </button>
        )}
      </td>
      {isAdmin && (
        <td>
          <RowMenu
            label={`More: ${member.name}`}
            actions={
              isRemoved
                ? actionsOfRemoved(member, () => void change({ isRemoved: false }), onAct)
                : actionsOf(member, hasLinks, (role) => void change({ role }), onAct)
            }
          />
        </td>
      )}
    </tr>
  );
}

const actionsOfRemoved = (
  { erasedAt }: MemberView,
  onRestore: () => void,
  onAct: (act: MemberAct) => void,
): MenuAction[] => [
  { label: 'Restore', icon: UserRoundPlus, onSelect: onRestore },
  ...(erasedAt === undefined
    ? [{ label: 'Erase data', icon: Eraser, isDanger: true, onSelect: () => onAct('erase') }]
    : []),
];

const actionsOf = (
  { role }: MemberView,
  hasLinks: boolean,
  onRole: (role: Role) => void,
  onAct: (act: MemberAct) => void,
): MenuAction[] => [
  role === 'admin'
    ? { label: 'Make a member', icon: UserRound, onSelect: () => onRole('member') }
    : { label: 'Make an admin', icon: ShieldCheck, onSelect: () => onRole('admin') },
  ...(hasLinks ? [{ label: 'Create a sign-in link', icon: Link2, onSelect: () => onAct('link') }] : []),
  { label: 'Remove', icon: UserRoundMinus, isDanger: true, onSelect: () => onAct('remove') },
];
