import {
  ChartColumn,
  FolderGit2,
  KeyRound,
  Layers,
  type LucideIcon,
  Moon,
  Plus,
  ScrollText,
  Share2,
  SlidersHorizontal,
  Sun,
  UsersRound,
  Wrench,
} from 'lucide-react';
import type { SessionInfo } from '../layout/session-info.ts';
import { applyTheme } from '../layout/theme.ts';

/** Something to do, or a page to go to. */
export interface PaletteCommand {
  title: string;
  icon: LucideIcon;
  /** The key that does it outside the palette. */
  shortcut?: string;
  /** A path, or what it does. */
  does: string | (() => void);
}

/** What a member can do from anywhere. */
export function paletteCommands({ isTeam, member }: SessionInfo): PaletteCommand[] {
  const isAdmin = member.role === 'admin';
  return [
    { title: 'New conversation', icon: Plus, shortcut: 'N', does: '/' },
    { title: 'Artifacts', icon: Layers, does: '/artifacts' },
    { title: 'Savings', icon: ChartColumn, does: '/savings' },
    { title: 'My shares', icon: Share2, does: '/shares' },
    { title: 'Tools', icon: Wrench, does: '/tools' },
    ...(isAdmin ? [{ title: 'Workspaces', icon: FolderGit2, does: '/workspaces' }] : []),
    ...(isTeam ? [{ title: 'Members', icon: UsersRound, does: '/members' }] : []),
    ...(isTeam && isAdmin ? [{ title: 'Audit log', icon: ScrollText, does: '/audit' }] : []),
    { title: 'Team settings', icon: SlidersHorizontal, does: '/team' },
    { title: 'API tokens', icon: KeyRound, does: '/tokens' },
    { title: 'Light theme', icon: Sun, does: () => applyTheme('light') },
    { title: 'Dark theme', icon: Moon, does: () => applyTheme('dark') },
  ];
}
