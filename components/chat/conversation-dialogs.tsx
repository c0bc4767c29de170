'use client';

import type { Audience, Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { AudiencePopup } from './audience-popup.tsx';
import { InstructionsPopup } from './instructions-popup.tsx';

export type ConversationDialog = 'audience' | 'instructions';

/** The dialogs of a conversation's menu, loaded together. */
export function ConversationDialogs(props: {
  isOpen: boolean;
  /** Which one was opened last. */
  shown: ConversationDialog;
  conversation: Pick<Conversation, 'id' | 'createdBy'>;
  audience: Audience;
  member: Member;
  onClose: () => void;
}) {
  const { isOpen, shown, onClose } = props;
  return shown === 'audience' ? (
    <AudiencePopup {...props} />
  ) : (
    <InstructionsPopup isOpen={isOpen} conversationId={props.conversation.id} onClose={onClose} />
  );
}
