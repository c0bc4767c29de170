'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import { preloadOnApproach } from '../ui/lazy-component.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';

/** A row of the sidebar, and the dialog it opens. */
export function SidebarDialog(props: {
  icon: LucideIcon;
  title: string;
  /** Opens it as well. */
  shortcut?: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <>
      <button
        {...preloadOnApproach(TitledDialog)}
        type="button"
        className="row"
        aria-haspopup="dialog"
        aria-expanded={props.isOpen}
        data-popup-open={props.isOpen ? '' : undefined}
        onClick={() => props.onOpenChange(true)}
      >
        <Icon of={props.icon} isSmall />
        {props.title}
        {props.shortcut && <kbd className="q">{props.shortcut}</kbd>}
      </button>
      <TitledDialog title={props.title} isOpen={props.isOpen} onClose={() => props.onOpenChange(false)}>
        <div className="in">{props.children}</div>
      </TitledDialog>
    </>
  );
}
