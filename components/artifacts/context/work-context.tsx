'use client';

import { createContext, useContext } from 'react';
import type { SessionInfo } from '#components/layout/session-info.ts';

/** What is running in the conversation, as far as cards need to know, and what they may request. */
export interface Work {
  conversationId: string;
  memberId: string;
  /** The member may answer approvals reserved for admins. */
  isAdmin: boolean;
  /** Several people sign in here. */
  isTeam: boolean;
  workspace: string;
  splitServers: SessionInfo['splitServers'];
  commands: SessionInfo['commands']['mode'];
  /** The call that is being run again. */
  rerun: { toolCallId: string; startedAt: string | null } | null;
  /** Calls queued to be run again. */
  queuedReruns: ReadonlySet<string>;
  /** Stops the active run. */
  stop: () => void;
  /** Adds a text to the message that is being written; `null`: nobody writes one here. */
  suggest: ((text: string) => void) | null;
}

const WorkContext = createContext<Work>({
  conversationId: '',
  memberId: '',
  isAdmin: false,
  isTeam: false,
  workspace: '',
  splitServers: [],
  commands: 'off',
  rerun: null,
  queuedReruns: new Set(),
  stop: () => undefined,
  suggest: null,
});

export const WorkProvider = WorkContext.Provider;
export const useWork = (): Work => useContext(WorkContext);
