'use client';

import type { MemberView } from '#lib/core/api/member-view.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { SessionList } from './session-list.tsx';

/** The browsers in which a member is signed in. */
export function SessionsDialog(props: { me: Member; member: MemberView | null; onClose: () => void }) {
  const { me, member } = props;
  return (
    <TitledDialog
      title={member?.id === me.id ? 'Your sessions' : `Sessions of ${member?.name ?? ''}`}
      isOpen={member !== null}
      onClose={props.onClose}
    >
      {member && <SessionList memberId={member.id} isOwn={member.id === me.id} />}
    </TitledDialog>
  );
}
