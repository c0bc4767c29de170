'use client';

import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { preloadOnApproach } from '../ui/lazy-component.tsx';
import { useKeys } from '../ui/use-keys.ts';

export interface SidebarDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** A row of the sidebar, and the dialog it opens. */
export function SidebarDialog(props: {
  icon: LucideIcon;
  title: string;
  /** The key that opens it as well, as `useKeys` names it, and as people read it. */
  shortcut?: { key: string; label: string };
  preload: () => void;
  children: (dialog: SidebarDialogProps) => ReactNode;
}) {
  const { title, shortcut } = props;
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  useKeys(shortcut === undefined ? {} : { [shortcut.key]: open });
  return (
    <>
      <button
        {...preloadOnApproach(props)}
        type="button"
        className="row"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-popup-open={isOpen ? '' : undefined}
        onClick={open}
      >
        <Icon of={props.icon} isSmall />
        {title}
        {shortcut && <kbd className="q">{shortcut.label}</kbd>}
      </button>
      {props.children({ isOpen, onClose: () => setIsOpen(false) })}
    </>
  );
}
