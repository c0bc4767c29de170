'use client';

import { Keyboard, Search, Settings } from 'lucide-react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { lazyPopup, usePreload } from '../ui/lazy-component.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { isApple } from '../ui/use-keys.ts';
import type { SessionInfo } from './session-info.ts';
import { SidebarDialog } from './sidebar-dialog.tsx';

const KeysPopup = lazyPopup(async () => (await import('./keys-popup.tsx')).KeysPopup);
const PalettePopup = lazyPopup(async () => (await import('../palette/palette-popup.tsx')).PalettePopup);
const SettingsPopup = lazyPopup(async () => (await import('./settings-popup.tsx')).SettingsPopup);

export const KeysDialog = () => (
  <SidebarDialog icon={Keyboard} title="Keys" shortcut={{ key: '?', label: '?' }} preload={KeysPopup.preload}>
    {(dialog) => <KeysPopup {...dialog} />}
  </SidebarDialog>
);

export const SettingsDialog = () => (
  <SidebarDialog icon={Settings} title="Settings" preload={SettingsPopup.preload}>
    {(dialog) => <SettingsPopup {...dialog} />}
  </SidebarDialog>
);

export function SearchDialog(props: { session: SessionInfo; conversations: readonly ListedConversation[] }) {
  usePreload(PalettePopup.preload);
  const label = useHydrated() && !isApple() ? 'Ctrl K' : '⌘K';
  return (
    <SidebarDialog
      icon={Search}
      title="Search"
      shortcut={{ key: 'Mod+k', label }}
      preload={PalettePopup.preload}
    >
      {(dialog) => <PalettePopup {...dialog} {...props} />}
    </SidebarDialog>
  );
}
