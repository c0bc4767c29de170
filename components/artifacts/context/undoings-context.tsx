'use client';

import { createContext, useContext } from 'react';
import type { ConversationState, Undoing } from '#lib/core/conversation/conversation-state.ts';

const UndoingsContext = createContext<ConversationState['undoings']>({});

/** Provides which changes of a conversation were undone, directly to its cards. */
export const UndoingsProvider = UndoingsContext.Provider;

/** `null`: nobody has undone this change. */
export const useUndoing = (artifactId: string): Undoing | null =>
  useContext(UndoingsContext)[artifactId] ?? null;
