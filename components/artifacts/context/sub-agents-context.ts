'use client';

import { createContext, useContext } from 'react';
import type { SubAgentState } from '#lib/core/conversation/conversation-state.ts';
import { subAgentsOf } from '#lib/core/conversation/sub-agent-thread.ts';

type SubAgents = Readonly<Record<string, SubAgentState>>;

/** The sub-agents of the conversation, by the event that started each. */
export const SubAgentsContext = createContext<SubAgents>({});

/** Those that a call started, in the order of its tasks. */
export const useSubAgentsOf = (toolCallId: string): SubAgentState[] =>
  subAgentsOf({ subAgents: useContext(SubAgentsContext) }, toolCallId);
