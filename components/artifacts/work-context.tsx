'use client';

import { createContext, useContext } from 'react';

/** What goes on in the conversation, as far as cards need to know it, and what they may ask of it. */
export interface Work {
  conversationId: string;
  memberId: string;
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
  rerun: null,
  queuedReruns: new Set(),
  stop: () => undefined,
});

export const WorkProvider = WorkContext.Provider;
export const useWork = (): Work => useContext(WorkContext);
