import type { MemberView } from '#lib/core/api/member-view.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';

export const EraseDialog = (props: {
  member: MemberView | null;
  onErased: () => void;
  onClose: () => void;
}) => (
  <DeleteDialog
    path={props.member && `/api/members/${props.member.id}/data`}
    title={`Erase the data of ${props.member?.name ?? ''}?`}
    text="Their name, address, picture, preferences and what they have read are deleted. What they wrote stays, under the name “Former member”; the audit log and backups keep the name. This cannot be undone."
    action="Erase"
    onDeleted={props.onErased}
    onClose={props.onClose}
  />
);
