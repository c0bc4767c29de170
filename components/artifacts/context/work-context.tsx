'use client';

import { createContext, useContext } from 'react';
import type { SessionInfo } from '../../layout/session-info.ts';

/** What goes on in the conversation, as far as cards need to know it, and what they may ask of it. */
export interface Work {
  conversationId: string;
  memberId: string;
  /** May answer what only admins may. */
  isAdmin: boolean;
  /** Several people sign in here. */
  isTeam: boolean;
  workspace: string;
  commands: SessionInfo['commands']['mode'];
  /** The call that is run again at the moment. */
  rerun: { toolCallId: string; startedAt: string | null } | null;
  /** Calls that wait to be run again. */
  queuedReruns: ReadonlySet<string>;
  /** Stops the run that is going on. */
  stop: () => void;
}

const WorkContext = createContext<Work>({
  conversationId: '',
  memberId: '',
  isAdmin: false,
  isTeam: false,
  workspace: '',
  commands: 'off',
  rerun: null,
  queuedReruns: new Set(),
  stop: () => undefined,
});

export const WorkProvider = WorkContext.Provider;
export const useWork = (): Work => useContext(WorkContext);
