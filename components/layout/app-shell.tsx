'use client';

import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { preloadMarkdown } from '../chat/markdown.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { lazyExtra, usePreload } from '../ui/lazy-component.tsx';
import { PicturesProvider } from '../ui/pictures-context.ts';
import { preloadRowMenu } from '../ui/row-menu.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { preloadRowActions } from './conversation-row.tsx';
import { rememberPath, restoreHash } from './last-path.ts';
import type { SessionInfo } from './session-info.ts';
import { ShellProvider } from './shell-context.tsx';
import { type ShellDialog, ShellDialogs } from './shell-dialogs.tsx';
import { Sidebar } from './sidebar.tsx';
import { UnsafeHostBanner } from './unsafe-host-banner.tsx';
import { useConversationList } from './use-conversation-list.ts';
import { useNotificationSound } from './use-notification-sound.ts';
import { usePush } from './use-push.ts';
import { useUnreadTitle } from './use-unread-title.ts';

const UpdateBanner = lazyExtra(async () => (await import('./update-banner.tsx')).UpdateBanner);

/** Preloads the popups of every page, and the text rendering of conversations. */
const preloadCommon = (): void => {
  preloadMarkdown();
  preloadRowMenu();
  preloadRowActions();
  TitledDialog.preload();
  ConfirmDialog.preload();
};

/** The frame of every signed-in page: the sidebar, and the page beside it. */
export function AppShell(props: {
  session: SessionInfo;
  conversations: ListedConversation[];
  currentConversationId: string | null;
  /** Shown instead of the conversations. */
  navigation?: ReactNode;
  children: ReactNode;
}) {
  'use memo';
  const { conversations, refresh, recordRead } = useConversationList(props.conversations);
  useNotificationSound(conversations, props.session.sounds);
  usePush(props.session.member.id);
  useUnreadTitle(conversations, props.currentConversationId);
  usePreload(preloadCommon);
  const pathname = usePathname();
  const router = useRouter();
  // Stored as the path it was opened on, so that any navigation closes it.
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const isSidebarOpen = openedOn === pathname;
  const [dialog, setDialog] = useState<ShellDialog | null>(null);
  const isSettings = props.navigation !== undefined;
  useEffect(() => {
    if (isSettings) return;
    rememberPath(pathname);
    restoreHash();
  }, [isSettings, pathname]);
  useKeys({
    n: () => router.push('/'),
    ...(isSidebarOpen ? { Escape: () => setOpenedOn(null) } : {}),
  });

  const shell = {
    sidebarName: isSettings ? 'Settings' : 'Conversations',
    isSidebarOpen,
    toggleSidebar: () => setOpenedOn(isSidebarOpen ? null : pathname),
    showKeys: () => setDialog('keys'),
    showSearch: () => setDialog('search'),
    refreshConversations: refresh,
    recordRead,
  };
  return (
    <ShellProvider value={shell}>
      <PicturesProvider value={props.session.pictures}>
        <div className="frame">
          {props.session.commands.mode === 'unsafe-host' && <UnsafeHostBanner />}
          <UpdateBanner />
          <div className="app">
            {props.navigation ?? (
              <Sidebar
                session={props.session}
                conversations={conversations}
                currentConversationId={props.currentConversationId}
                onChanged={refresh}
              />
            )}
            <button
              type="button"
              className={isSidebarOpen ? 'scrim is-open' : 'scrim'}
              aria-label="Close the menu"
              tabIndex={isSidebarOpen ? 0 : -1}
              onClick={shell.toggleSidebar}
            />
            {props.children}
          </div>
        </div>
        <ShellDialogs
          session={props.session}
          conversations={conversations}
          open={dialog}
          onChange={setDialog}
        />
      </PicturesProvider>
    </ShellProvider>
  );
}
