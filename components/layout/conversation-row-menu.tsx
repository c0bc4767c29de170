'use client';

import { Archive, ArchiveRestore, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import type { MenuPopupProps } from '../ui/menu-popup.tsx';
import { sendJson } from '../ui/request-json.ts';
import { RowMenuPopup } from '../ui/row-menu-popup.tsx';

/** What can be done with a conversation in the list. */
export function ConversationRowMenu(
  props: MenuPopupProps & {
    conversation: ListedConversation;
    onRename: () => void;
    onDelete: () => void;
    onChanged: () => void;
  },
) {
  const { conversation, onRename, onDelete, onChanged, ...menu } = props;
  const { isPinned } = conversation;
  const isArchived = conversation.archivedAt !== null;
  /** Sends the change; the refreshed list then shows the outcome. */
  const send = async (method: 'PUT' | 'PATCH' | 'DELETE', path: '' | '/pin', body?: unknown) => {
    await sendJson<unknown>(method, `/api/conversations/${conversation.id}${path}`, body);
    onChanged();
  };
  return (
    <RowMenuPopup
      {...menu}
      actions={[
        {
          label: isPinned ? 'Unpin' : 'Pin',
          icon: isPinned ? PinOff : Pin,
          onSelect: () => void send(isPinned ? 'DELETE' : 'PUT', '/pin'),
        },
        { label: 'Rename', icon: Pencil, onSelect: onRename },
        {
          label: isArchived ? 'Unarchive' : 'Archive',
          icon: isArchived ? ArchiveRestore : Archive,
          onSelect: () => void send('PATCH', '', { isArchived: !isArchived }),
        },
        { label: 'Delete', icon: Trash2, isDanger: true, onSelect: onDelete },
      ]}
    />
  );
}
