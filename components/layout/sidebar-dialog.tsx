'use client';

import { Dialog } from '@base-ui/react/dialog';
import { type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
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
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-full" />
        <Dialog.Popup className="dialog float is-centred">
          <header>
            <Dialog.Title>{props.title}</Dialog.Title>
            <Dialog.Close className="icon-btn" aria-label="Close">
              <Icon of={X} />
            </Dialog.Close>
          </header>
          <div className="in">{props.children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
