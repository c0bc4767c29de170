'use client';

import { createContext } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { emptyTree, type ThreadTree } from '#lib/core/conversation/thread-tree.ts';

/** What the tools of a message know and do. */
export interface MessageControls {
  conversationId: string;
  member: { id: string; name: string };
  isTeam: boolean;
  tree: ThreadTree;
  reactions: ConversationState['reactions'];
  /** The run that is active: its message cannot be deleted. */
  activeRunId: string | null;
  /** Shows the member the path through a message or an answer; others stay. `null`: what everybody sees. */
  look: (nodeId: string | null) => void;
  /** Answers a message: the next one quotes it. */
  reply: (messageId: string) => void;
  /** Opens a message for editing; `null` closes it. */
  edit: (messageId: string | null) => void;
}

/** Provided by the conversation; outside of one, nothing can be done with messages. */
export const MessageControlsContext = createContext<MessageControls>({
  conversationId: '',
  member: { id: '', name: '' },
  isTeam: false,
  tree: emptyTree,
  reactions: {},
  activeRunId: null,
  look: () => {},
  reply: () => {},
  edit: () => {},
});
