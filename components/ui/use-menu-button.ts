import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import type { LazyComponent } from './lazy-component.tsx';
import type { MenuPopupProps } from './menu-popup.tsx';
import { usePopupButton } from './use-popup-button.ts';

const startOf: Record<string, MenuPopupProps['startsAt']> = { ArrowDown: 'first', ArrowUp: 'last' };

/** Props for a button that opens a menu, and for that menu. */
export function useMenuButton(menu: Pick<LazyComponent<never>, 'preload'>) {
  const { open, buttonProps, popupProps } = usePopupButton(menu);
  const buttonId = useId();
  const [startsAt, setStartsAt] = useState<MenuPopupProps['startsAt']>('menu');
  const openAt = (start: MenuPopupProps['startsAt']) => {
    setStartsAt(start);
    open();
  };
  return {
    buttonProps: {
      ...buttonProps,
      id: buttonId,
      'aria-haspopup': 'menu',
      // `detail` counts pointer presses: 0 means the keyboard, or a script.
      onClick: (event: MouseEvent) => openAt(event.detail === 0 ? 'first' : 'menu'),
      onKeyDown: (event: KeyboardEvent) => {
        const start = startOf[event.key];
        if (start === undefined) return;
        event.preventDefault();
        openAt(start);
      },
    },
    menuProps: { ...popupProps, buttonId, startsAt },
  } as const;
}
