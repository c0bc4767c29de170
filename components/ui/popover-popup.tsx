'use client';

import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';

export interface PopoverPopupProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that it opens below, and that closes it again. */
  button: RefObject<HTMLButtonElement | null>;
}

/** The content of an open popover: below its button, aligned to its end. */
export function PopoverPopup(
  props: PopoverPopupProps & { className: string; label?: string; isFixed?: boolean; children: ReactNode },
) {
  const { button } = props;
  return (
    <Popover.Root
      open={props.isOpen}
      onOpenChange={(isOpen, { event }) => {
        // Left to the button's own click, which would otherwise reopen it after the press closed it.
        if (event.target instanceof Node && button.current?.contains(event.target)) return;
        props.onOpenChange(isOpen);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className="menu-at"
          anchor={button}
          positionMethod={props.isFixed ? 'fixed' : 'absolute'}
          side="bottom"
          align="end"
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup className={props.className} {...(props.label ? { 'aria-label': props.label } : {})}>
            {props.children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
