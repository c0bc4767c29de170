'use client';

import { createContext, useContext, useMemo } from 'react';
import type { ConversationState, ToolCallState } from '../../../lib/core/conversation-state.ts';
import { runsCarrying } from '../../../lib/core/model-reading.ts';
import type { RunSteps } from '../../../lib/core/model-reading-schema.ts';

const ThreadItemsContext = createContext<ConversationState['items']>([]);

/** What was said in the conversation, and nothing that changes more often: cards read from it which steps came after them. */
export const ThreadItemsProvider = ThreadItemsContext.Provider;

/** The steps that carried the result of a call, run by run. */
export function useRunsCarrying(call: ToolCallState): RunSteps[] {
  const items = useContext(ThreadItemsContext);
  return useMemo(() => runsCarrying(items, call), [items, call]);
}
