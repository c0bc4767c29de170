'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { DialogPopup } from './dialog-popup.tsx';

/** A dialog that something else opens: a button, or an action of a menu. */
export function TitledDialog(props: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <DialogPopup title={props.title}>{props.children}</DialogPopup>
    </Dialog.Root>
  );
}
