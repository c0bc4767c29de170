'use client';

import type { ReactNode } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { AppShell } from './app-shell.tsx';
import type { SessionInfo } from './session-info.ts';
import { SettingsNav } from './settings-nav.tsx';

/** The frame of the pages with settings. */
export function SettingsShell(props: {
  session: SessionInfo;
  conversations: ListedConversation[];
  children: ReactNode;
}) {
  return (
    <AppShell
      session={props.session}
      conversations={props.conversations}
      currentConversationId={null}
      navigation={<SettingsNav session={props.session} />}
    >
      {props.children}
    </AppShell>
  );
}
