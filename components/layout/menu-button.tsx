'use client';

import { Menu } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { useShell } from './shell-context.tsx';

/** Opens the sidebar where it is collapsed; the stylesheet shows it only there. */
export function MenuButton() {
  const { isSidebarOpen, toggleSidebar, sidebarName } = useShell();
  return (
    <IconButton
      icon={Menu}
      label={sidebarName}
      className="menu-btn"
      aria-expanded={isSidebarOpen}
      onClick={toggleSidebar}
    />
  );
}
