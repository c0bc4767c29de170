'use client';

import { type KeyboardEvent, use, useState } from 'react';
import type { UserItem } from '#lib/core/conversation/thread-items.ts';
import { versionsOf } from '#lib/core/conversation/thread-tree.ts';
import { changeQueued } from '../send-message.ts';
import { replaceMessage } from './message-api.ts';
import { MessageControlsContext } from './message-controls.ts';

/** Edits one's own message in its place. To the agent it starts a new version; to the team it changes the words. */
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void send();
    else return;
    event.preventDefault();
    event.stopPropagation();
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
        onKeyDown={onKeyDown}
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
