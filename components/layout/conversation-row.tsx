'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Conversation } from '../../lib/core/conversation.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { sendJson } from '../ui/request-json.ts';
import { RowMenu } from '../ui/row-menu.tsx';
import { RenameField } from './rename-field.tsx';

export function ConversationRow(props: {
  conversation: Conversation;
  isCurrent: boolean;
  onChanged: () => void;
}) {
  const { conversation, isCurrent, onChanged } = props;
  const [mode, setMode] = useState<'row' | 'rename' | 'delete'>('row');
  const done = () => setMode('row');

  if (mode === 'rename') {
    return (
      <li>
        <RenameField conversation={conversation} onRenamed={onChanged} onDone={done} />
      </li>
    );
  }
  return (
    <li className="row-line">
      <PageLink
        className="row"
        href={`/c/${conversation.id}`}
        {...(isCurrent ? { 'aria-current': 'page' } : {})}
      >
        <span className="clip">{conversation.title}</span>
      </PageLink>
      <RowMenu
        label={`More: ${conversation.title}`}
        actions={[
          { label: 'Rename', icon: Pencil, onSelect: () => setMode('rename') },
          { label: 'Delete', icon: Trash2, isDanger: true, onSelect: () => setMode('delete') },
        ]}
      />
      <DeleteDialog {...props} isOpen={mode === 'delete'} onClose={done} />
    </li>
  );
}

function DeleteDialog(props: {
  conversation: Conversation;
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
      text={`“${props.conversation.title}” and its artifacts go for everyone. Links already shared go on until they end.`}
      action="Delete"
      error={error}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    />
  );
}
