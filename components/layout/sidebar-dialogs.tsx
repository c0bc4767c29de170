'use client';

import { Keyboard, Settings } from 'lucide-react';
import { lazyPopup } from '../ui/lazy-component.tsx';
import { SidebarDialog } from './sidebar-dialog.tsx';
import type { Theme } from './theme.ts';

const KeysPopup = lazyPopup(async () => (await import('./keys-popup.tsx')).KeysPopup);
const SettingsPopup = lazyPopup(async () => (await import('./settings-popup.tsx')).SettingsPopup);

export const KeysDialog = () => (
  <SidebarDialog icon={Keyboard} title="Keys" shortcut="?" preload={KeysPopup.preload}>
    {(dialog) => <KeysPopup {...dialog} />}
  </SidebarDialog>
);

export const SettingsDialog = ({ initialTheme }: { initialTheme: Theme }) => (
  <SidebarDialog icon={Settings} title="Settings" preload={SettingsPopup.preload}>
    {(dialog) => <SettingsPopup {...dialog} initialTheme={initialTheme} />}
  </SidebarDialog>
);
