import {
  ChartColumn,
  FolderGit2,
  Keyboard,
  Layers,
  type LucideIcon,
  Moon,
  Plus,
  ScrollText,
  Share2,
  SlidersHorizontal,
  Sun,
  UserPlus,
  UsersRound,
  Wrench,
} from 'lucide-react';
import type { SessionInfo } from '../layout/session-info.ts';
import { settingsGroups } from '../layout/settings-links.ts';
import { applyTheme } from '../layout/theme.ts';

/** Something to do, or a page to go to. */
export interface PaletteCommand {
  title: string;
  icon: LucideIcon;
  /** The key that does it outside the palette. */
  shortcut?: string;
  /** Listed only where it was searched for: there are many. */
  isSetting?: true;
  /** A path, or what it does. */
  does: string | (() => void);
}

const settingIcons: Readonly<Record<string, LucideIcon>> = {
  '/shares': Share2,
  '/members': UsersRound,
  '/tools': Wrench,
  '/workspaces': FolderGit2,
  '/audit': ScrollText,
};

/** What a member can do from anywhere. */
export function paletteCommands(session: SessionInfo, showKeys: () => void): PaletteCommand[] {
  const settings = settingsGroups(session).flatMap((group) =>
    group.links.map(({ title, path, fragment }) => ({
      title: `${group.title}: ${title}`,
      icon: settingIcons[path] ?? SlidersHorizontal,
      isSetting: true as const,
      does: fragment === null ? path : `${path}#${fragment}`,
    })),
  );
  return [
    { title: 'New conversation', icon: Plus, shortcut: 'N', does: '/' },
    { title: 'Artifacts', icon: Layers, does: '/artifacts' },
    { title: 'Savings', icon: ChartColumn, does: '/savings' },
    ...(session.isTeam && session.member.role === 'admin'
      ? [{ title: 'Invite somebody', icon: UserPlus, does: '/members' }]
      : []),
    ...settings,
    { title: 'Light theme', icon: Sun, does: () => void applyTheme('light') },
    { title: 'Dark theme', icon: Moon, does: () => void applyTheme('dark') },
    { title: 'Keyboard shortcuts', icon: Keyboard, shortcut: '?', does: showKeys },
  ];
}
