'use client';

import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { UserItem } from '#lib/core/conversation/thread-items.ts';
import { editKeys } from '../ui/edit-keys.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { QueuedRow } from './queued-row.tsx';
import { changeQueued, requestDelete } from './send-message.ts';

/** A queued message. Its author can edit or withdraw it until a run takes it. */
export function QueuedMessage(props: { conversationId: string; item: UserItem; isOwn: boolean }) {
  const { conversationId, item, isOwn } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  const withdraw = async () => {
    const result = await requestDelete(conversationId, item.messageId);
    if (!result.ok) setFault(result.error);
  };
  const save = async () => {
    if (draft === null || draft.trim() === '') return;
    const result = draft === item.content ? null : await changeQueued(conversationId, item.messageId, draft);
    // If the edit fails, the text is kept.
    if (result && !result.ok) return setFault(result.error);
    setFault(null);
    setDraft(null);
  };

  if (draft !== null) {
    return (
      <li className="queued editing">
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the person pressed Edit to open this field
          autoFocus
          rows={1}
          aria-label="Queued message"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={editKeys(
            () => void save(),
            () => setDraft(null),
          )}
        />
        {fault && <span className="bad small">{fault}</span>}
        <button type="button" className="btn slim" onClick={() => setDraft(null)}>
          Cancel
        </button>
        <button type="button" className="btn slim primary" onClick={() => void save()}>
          Save
        </button>
      </li>
    );
  }
  return (
    <QueuedRow
      name={item.author.name}
      text={item.content}
      attachmentCount={item.attachments.length}
      isUrgent={item.isUrgent}
    >
      {fault && <span className="bad small">{fault}</span>}
      {isOwn && <IconButton icon={Pencil} label="Edit this message" onClick={() => setDraft(item.content)} />}
      {isOwn && <IconButton icon={X} label="Remove from the queue" onClick={() => void withdraw()} />}
    </QueuedRow>
  );
}
