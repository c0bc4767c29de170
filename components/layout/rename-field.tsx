'use client';

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { pageLimits } from '#lib/core/page-limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { sendJson } from '../ui/request-json.ts';

/** A row's title as a field: Enter or losing the focus renames, Escape cancels. */
export function RenameField(props: {
  conversation: Conversation;
  onRenamed: () => void;
  onDone: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const isSettled = useRef(false);
  useEffect(() => field.current?.select(), []);

  const settle = async (isKept: boolean) => {
    if (isSettled.current) return;
    isSettled.current = true;
    const title = field.current?.value.trim() ?? '';
    props.onDone();
    if (!isKept || title === '' || title === props.conversation.title) return;
    const result = await sendJson<unknown>('PATCH', `/api/conversations/${props.conversation.id}`, { title });
    if (result.ok) props.onRenamed();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void settle(true);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    void settle(false);
  };
  return (
    <input
      ref={field}
      className="row-edit"
      aria-label="Title of the conversation"
      defaultValue={props.conversation.title}
      maxLength={pageLimits.titleCharacters}
      onKeyDown={onKeyDown}
      onBlur={() => void settle(true)}
    />
  );
}
