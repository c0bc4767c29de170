'use client';

import { createContext, useContext } from 'react';

/** What a page inside the shell may ask of it. */
export interface Shell {
  isSidebarOpen: boolean;
  toggleSidebar: () => void;
  /** Reads the list of conversations again, after one was made or renamed. */
  refreshConversations: () => void;
  /** Everything in it was seen: its row says so at once. */
  noteRead: (conversationId: string) => void;
}

const ShellContext = createContext<Shell>({
  isSidebarOpen: false,
  toggleSidebar: () => undefined,
  refreshConversations: () => undefined,
  noteRead: () => undefined,
});

export const ShellProvider = ShellContext.Provider;
export const useShell = (): Shell => useContext(ShellContext);
