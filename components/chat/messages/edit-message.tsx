'use client';

import { use, useState } from 'react';
import { editKeys } from '#components/ui/edit-keys.ts';
import type { UserItem } from '#lib/core/conversation/thread-items.ts';
import { versionsOf } from '#lib/core/conversation/thread-tree.ts';
import { changeQueued } from '../send-message.ts';
import { replaceMessage } from './message-api.ts';
import { MessageControlsContext } from './message-controls.ts';

/** Edits one's own message: for the agent a new version starts, for the team the words change. */
export function EditMessage({ item }: { item: UserItem }) {
  const { conversationId, tree, edit, look } = use(MessageControlsContext);
  const [text, setText] = useState(item.content);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isToTeam = item.runId === null;
  const versions = versionsOf(tree, item.messageId);
  const position = versions.indexOf(item.messageId) + 1;
  const isEmpty = text.trim() === '' && (isToTeam || item.attachments.length === 0);
  const close = () => edit(null);
  const send = async () => {
    if (isEmpty || isBusy) return;
    if (text === item.content) return close();
    setIsBusy(true);
    const result = isToTeam
      ? await changeQueued(conversationId, item.messageId, text)
      : await replaceMessage(conversationId, item.messageId, text);
    setIsBusy(false);
    if (result.ok) {
      close();
      // The new version is where everybody is.
      if (!isToTeam) look(null);
    } else setError(result.error);
  };
  return (
    <div className="composer edit-message">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person chose to edit this message
        autoFocus
        rows={1}
        aria-label="Edit message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={({ target }) => {
          target.setSelectionRange(target.value.length, target.value.length);
          target.scrollIntoView({ block: 'center' });
        }}
        onKeyDown={editKeys(() => void send(), close)}
      />
      <div className="composer-tools">
        <span className={error ? 'edit-hint is-bad grow' : 'edit-hint grow'}>
          {error ??
            (isToTeam
              ? 'Changes your message for everybody.'
              : `Starts a new version from here. The old one stays at ‹ ${position}/${versions.length + 1} ›.`)}
        </span>
        <button type="button" className="btn plain" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          className="btn primary"
          aria-disabled={isEmpty || isBusy}
          onClick={() => void send()}
        >
          {isToTeam ? 'Save' : 'Send'} <kbd>↵</kbd>
        </button>
      </div>
    </div>
  );
}
