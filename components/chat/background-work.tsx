'use client';

import { useRef } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { useEffectOn } from '../ui/use-effect-on.ts';
import { usePresence } from './use-presence.ts';
import { useReadMark } from './use-read-mark.ts';
import { useRenewal } from './use-renewal.ts';

/**
 * What an open conversation does unseen: letting results last while they are shown, marking it as read while its
 * end is in view, and reporting that the member is here or typing.
 */
export function BackgroundWork(props: {
  conversationId: string;
  state: ConversationState;
  isAtEnd: boolean;
  isTeam: boolean;
  renewsWhileOpen: boolean;
  /** The draft: who changes it is typing. */
  text: string;
}) {
  const { conversationId, isTeam, text } = props;
  useRenewal(conversationId, props.renewsWhileOpen);
  useReadMark(conversationId, props.state, isTeam && props.isAtEnd);
  const onComposerKey = usePresence(conversationId, isTeam);
  const shown = useRef(text);
  useEffectOn([text], () => {
    // A draft that was there already is not being typed, nor one that was sent.
    if (text !== shown.current && text !== '') onComposerKey();
    shown.current = text;
  });
  return null;
}
