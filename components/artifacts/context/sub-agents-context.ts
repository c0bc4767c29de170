'use client';

import { createContext, useContext } from 'react';
import type { SubAgentState } from '#lib/core/conversation/conversation-state.ts';

type SubAgents = Readonly<Record<string, SubAgentState>>;

/** The sub-agents of the conversation, by the event that started each. */
export const SubAgentsContext = createContext<SubAgents>({});

/** Those that a call started, in the order of its tasks. */
export function useSubAgentsOf(toolCallId: string): SubAgentState[] {
  'use memo';
  const subAgents = useContext(SubAgentsContext);
  return Object.values(subAgents).filter((agent) => agent.toolCallId === toolCallId);
}
