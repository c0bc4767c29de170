'use client';

import { Menu } from '@base-ui/react/menu';
import { type FocusEvent, type ReactNode, type RefObject, useRef } from 'react';

export interface MenuPopupProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that it opens beside and is labelled by. */
  button: RefObject<HTMLButtonElement | null>;
  buttonId: string;
  /** Where the keyboard starts; `menu`: on none of the items, after a pointer press. */
  startsAt: 'menu' | 'first' | 'last';
}

/** The content of an open menu. */
export function MenuPopup(
  props: MenuPopupProps & { side: 'top' | 'bottom'; align: 'start' | 'end'; children: ReactNode },
) {
  const { button, startsAt } = props;
  const started = useRef<Element | null>(null);
  /** The popup gets the focus when it opens, and whenever the pointer leaves it. */
  const start = ({ target, currentTarget: popup }: FocusEvent) => {
    if (target !== popup || started.current === popup) return;
    started.current = popup;
    const items = popup.querySelectorAll<HTMLElement>('[role^="menuitem"]');
    if (startsAt !== 'menu') [...items].at(startsAt === 'first' ? 0 : -1)?.focus();
  };
  return (
    <Menu.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner
          className="menu-at"
          anchor={button}
          side={props.side}
          align={props.align}
          sideOffset={4}
        >
          <Menu.Popup className="menu" aria-labelledby={props.buttonId} onFocus={start}>
            {props.children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
