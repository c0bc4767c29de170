'use client';

import { createContext, useContext } from 'react';
import { runsCarrying } from '#lib/core/api/model-reading.ts';
import type { RunSteps } from '#lib/core/api/model-reading-schema.ts';
import type { ConversationState, ToolCallState } from '#lib/core/conversation/conversation-state.ts';

const ThreadItemsContext = createContext<ConversationState['items']>([]);

/**
 * Provides the conversation's messages and nothing that changes more often: cards derive from them the steps
 * that came after.
 */
export const ThreadItemsProvider = ThreadItemsContext.Provider;

/** The steps that carried a call's result, grouped by run. */
export function useRunsCarrying(call: ToolCallState): RunSteps[] {
  'use memo';
  const items = useContext(ThreadItemsContext);
  return runsCarrying(items, call);
}
