'use client';

import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** What a dialog shows while it is open: a title, a way to close it, and what is in it. Stands in a `Dialog.Root`. */
export function DialogPopup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className="scrim-full" />
      <Dialog.Popup className="dialog float is-centred">
        <header>
          <Dialog.Title>{title}</Dialog.Title>
          <Dialog.Close className="icon-btn" aria-label="Close">
            <Icon of={X} />
          </Dialog.Close>
        </header>
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  );
}
