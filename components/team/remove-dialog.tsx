import type { MemberView } from '#lib/core/api/member-view.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';

export const RemoveDialog = (props: {
  member: MemberView | null;
  onRemoved: () => void;
  onClose: () => void;
}) => (
  <DeleteDialog
    path={props.member && `/api/members/${props.member.id}`}
    title={`Remove ${props.member?.name ?? ''}?`}
    text="They are signed out at once. Their messages and artifacts stay under their name, and an admin can restore them later."
    action="Remove"
    onDeleted={props.onRemoved}
    onClose={props.onClose}
  />
);
