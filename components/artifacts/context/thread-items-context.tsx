'use client';

import { createContext, useContext } from 'react';
import { runsAfter, runsCarrying } from '#lib/core/api/model-reading.ts';
import type { RunSteps } from '#lib/core/api/model-reading-schema.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { type CardSource, isAttached } from './card-source.ts';

const ThreadItemsContext = createContext<ConversationState['items']>([]);

/**
 * Provides the conversation's messages and nothing that changes more often: cards derive from them the steps
 * that came after.
 */
export const ThreadItemsProvider = ThreadItemsContext.Provider;

/** The steps that carried a call's result, or an attachment, grouped by run. */
export function useRunsCarrying(source: CardSource): RunSteps[] {
  'use memo';
  const items = useContext(ThreadItemsContext);
  return isAttached(source) ? runsAfter(items, source.message.messageId) : runsCarrying(items, source);
}
