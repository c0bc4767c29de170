'use client';

import { createContext, useContext } from 'react';
import type { ConversationState, Undoing } from '../../../lib/core/conversation-state.ts';

const UndoingsContext = createContext<ConversationState['undoings']>({});

/** Whether a conversation's changes still stand: told to its cards past everything in between. */
export const UndoingsProvider = UndoingsContext.Provider;

/** `null`: nobody has taken this change back. */
export const useUndoing = (artifactId: string): Undoing | null =>
  useContext(UndoingsContext)[artifactId] ?? null;
