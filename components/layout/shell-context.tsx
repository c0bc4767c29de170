'use client';

import { createContext, useContext } from 'react';

/** What a page may request of the shell around it. */
export interface Shell {
  /** What the sidebar has. */
  sidebarName: string;
  isSidebarOpen: boolean;
  toggleSidebar: () => void;
  /** Reloads the list of conversations after one was created or renamed. */
  refreshConversations: () => void;
  showKeys: () => void;
  showSearch: () => void;
  /** Marks a conversation as read in the list at once. */
  recordRead: (conversationId: string) => void;
}

const ShellContext = createContext<Shell>({
  sidebarName: 'Conversations',
  isSidebarOpen: false,
  toggleSidebar: () => undefined,
  refreshConversations: () => undefined,
  showKeys: () => undefined,
  showSearch: () => undefined,
  recordRead: () => undefined,
});

export const ShellProvider = ShellContext.Provider;
export const useShell = (): Shell => useContext(ShellContext);
