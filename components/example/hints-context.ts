'use client';

import { createContext } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';

interface Hints {
  toolCalls: ConversationState['toolCalls'];
  /** How many were dismissed in this browser. */
  closedCount: number;
  close(): void;
}

/** `null`: this is not the example. */
export const HintsContext = createContext<Hints | null>(null);
