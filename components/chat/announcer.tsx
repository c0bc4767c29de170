'use client';

import { useEffect, useRef, useState } from 'react';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { askedCalls } from '#lib/core/conversation/permissions.ts';
import { formatIntent } from '../artifacts/approvals/permission-words.ts';

/** Nobody listens to more of an answer in one go. */
const maxCharacters = 4_000;

/**
 * Announces new messages once complete, and calls that await approval; nothing that was there at the start.
 */
export function Announcer({ state }: { state: ConversationState }) {
  const { items } = state;
  const last = useRef(items.at(-1));
  const [text, setText] = useState('');
  const asked = askedCalls(state)
    .map(({ toolName }) => formatIntent(toolName))
    .join('. ');
  const knownAsked = useRef(asked);
  useEffect(() => {
    const index = last.current === undefined ? -1 : items.lastIndexOf(last.current);
    // On another version of the conversation, nothing is new.
    const fresh = index === -1 && last.current !== undefined ? [] : items.slice(index + 1);
    last.current = items.at(-1);
    const messages = fresh.flatMap((item) =>
      item.kind === 'assistant' && item.content !== '' ? [item.content] : [],
    );
    if (messages.length > 0) setText(`Agent: ${cutText(messages.join(' '), maxCharacters)}`);
  }, [items]);
  useEffect(() => {
    if (asked !== '' && asked !== knownAsked.current) setText(asked);
    knownAsked.current = asked;
  }, [asked]);
  return (
    <div className="vh" aria-live="polite">
      {text}
    </div>
  );
}
