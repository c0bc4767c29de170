'use client';

import { useState } from 'react';
import type { MemberView } from '#lib/core/api/member-view.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { sendJson } from '../ui/request-json.ts';

export function EraseDialog(props: { member: MemberView | null; onErased: () => void; onClose: () => void }) {
  const { member } = props;
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setError(null);
    props.onClose();
  };
  const erase = async () => {
    if (member === null) return;
    const result = await sendJson<null>('DELETE', `/api/members/${member.id}/data`);
    if (!result.ok) return setError(result.error);
    close();
    props.onErased();
  };
  return (
    <ConfirmDialog
      isOpen={member !== null}
      title={`Erase the data of ${member?.name ?? ''}?`}
      text="Their name, address, picture and preferences are deleted, everywhere but in the audit log. What they wrote stays, under the name “Former member”. This cannot be undone."
      action="Erase"
      error={error}
      onConfirm={() => void erase()}
      onClose={close}
    />
  );
}
