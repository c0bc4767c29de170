'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { DialogPopup } from '../ui/dialog-popup.tsx';
import { Icon } from '../ui/icon.tsx';

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
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Dialog.Trigger className="row">
        <Icon of={props.icon} isSmall />
        {props.title}
        {props.shortcut && <kbd className="q">{props.shortcut}</kbd>}
      </Dialog.Trigger>
      <DialogPopup title={props.title}>
        <div className="in">{props.children}</div>
      </DialogPopup>
    </Dialog.Root>
  );
}
