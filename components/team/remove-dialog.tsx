'use client';

import { useState } from 'react';
import type { MemberView } from '#lib/core/api/member-view.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { sendJson } from '../ui/request-json.ts';

export function RemoveDialog(props: {
  member: MemberView | null;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { member } = props;
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setError(null);
    props.onClose();
  };
  const remove = async () => {
    if (member === null) return;
    const result = await sendJson<null>('DELETE', `/api/members/${member.id}`);
    if (!result.ok) return setError(result.error);
    close();
    props.onRemoved();
  };
  return (
    <ConfirmDialog
      isOpen={member !== null}
      title={`Remove ${member?.name ?? ''}?`}
      text="They are signed out at once. Their messages and artifacts stay under their name, and an admin can restore them later."
      action="Remove"
      error={error}
      onConfirm={() => void remove()}
      onClose={close}
    />
  );
}
