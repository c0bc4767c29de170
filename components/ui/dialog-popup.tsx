'use client';

import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** The content of a `TitledDialog`: its title, a close button, and its children. */
export function DialogPopup(props: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** `wide`: for texts; `large`: for tables, with a height of its own. */
  size?: 'wide' | 'large';
  children: ReactNode;
}) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-full" />
        <Dialog.Popup className={`dialog float is-centred${props.size ? ` is-${props.size}` : ''}`}>
          <header>
            <Dialog.Title>{props.title}</Dialog.Title>
            <Dialog.Close className="icon-btn" aria-label="Close">
              <Icon of={X} />
            </Dialog.Close>
          </header>
          {props.children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
