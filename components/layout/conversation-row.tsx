'use client';

import { Archive, ArchiveRestore, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { PrivateMark } from '../ui/private-mark.tsx';
import { sendJson } from '../ui/request-json.ts';
import { RowMenu } from '../ui/row-menu.tsx';
import { RenameField } from './rename-field.tsx';

export function ConversationRow(props: {
  conversation: ListedConversation;
  isCurrent: boolean;
  onChanged: () => void;
}) {
  const { conversation, isCurrent, onChanged } = props;
  const [mode, setMode] = useState<'row' | 'rename' | 'delete'>('row');
  const { isPinned } = conversation;
  // The open conversation is read as its messages arrive.
  const unreadCount = isCurrent ? 0 : conversation.unreadCount;
  const isArchived = conversation.archivedAt !== null;
  const done = () => setMode('row');
  /** Sends the change; the refreshed list then shows the outcome. */
  const send = async (method: 'PUT' | 'PATCH' | 'DELETE', path: '' | '/pin', body?: unknown) => {
    await sendJson<unknown>(method, `/api/conversations/${conversation.id}${path}`, body);
    onChanged();
  };

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
        <span className={unreadCount > 0 ? 'clip unread' : 'clip'}>{conversation.title}</span>
        {conversation.recordedAt !== undefined && <span className="example-tag">example</span>}
        {conversation.audience !== 'team' && <PrivateMark />}
        {conversation.isWorking && <WorkingMark />}
        {unreadCount > 0 && <UnreadMark count={unreadCount} isMentioned={conversation.isMentioned} />}
      </PageLink>
      <RowMenu
        label={`More: ${conversation.title}`}
        actions={[
          {
            label: isPinned ? 'Unpin' : 'Pin',
            icon: isPinned ? PinOff : Pin,
            onSelect: () => void send(isPinned ? 'DELETE' : 'PUT', '/pin'),
          },
          { label: 'Rename', icon: Pencil, onSelect: () => setMode('rename') },
          {
            label: isArchived ? 'Unarchive' : 'Archive',
            icon: isArchived ? ArchiveRestore : Archive,
            onSelect: () => void send('PATCH', '', { isArchived: !isArchived }),
          },
          { label: 'Delete', icon: Trash2, isDanger: true, onSelect: () => setMode('delete') },
        ]}
      />
      <DeleteDialog {...props} isOpen={mode === 'delete'} onClose={done} />
    </li>
  );
}

/** From 100 on they are not counted. */
const UnreadMark = ({ count, isMentioned }: { count: number; isMentioned: boolean }) => (
  <span className="unread-mark">
    <span aria-hidden="true">
      {isMentioned && '@ '}
      {count > 99 ? '99+' : count}
    </span>
    <span className="vh">{isMentioned ? `${count} unread, you are mentioned` : `${count} unread`}</span>
  </span>
);

const WorkingMark = () => (
  <span className="working-mark" title="The agent is working">
    <span className="vh">The agent is working</span>
  </span>
);

function DeleteDialog(props: {
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
