'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { sendJson } from '../ui/request-json.ts';

/** Asks before a conversation is deleted for everyone. */
export function DeleteConversationDialog(props: {
  conversation: ListedConversation;
  isCurrent: boolean;
  isOpen: boolean;
  onChanged: () => void;
  onClose: () => void;
}) {
  const router = useRouter();
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    const result = await sendJson<null>('DELETE', `/api/conversations/${props.conversation.id}`);
    if (!result.ok) return setError(result.error);
    props.onClose();
    props.onChanged();
    if (props.isCurrent) router.push('/');
  };
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title="Delete this conversation?"
      text={`This deletes “${props.conversation.title}” and its artifacts for everyone. Shared links keep working until they end.`}
      action="Delete"
      error={error}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    />
  );
}
