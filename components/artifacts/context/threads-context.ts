'use client';

import { createContext } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';

/**
 * The sub-agents of the conversation, and the calls of all threads. It changes with each of them, so only what shows
 * sub-agents depends on it.
 */
export const ThreadsContext = createContext<Pick<ConversationState, 'subAgents' | 'toolCalls'>>({
  subAgents: {},
  toolCalls: {},
});
