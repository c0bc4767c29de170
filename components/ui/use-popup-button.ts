import { useRef, useState } from 'react';
import { type LazyComponent, preloadOnApproach } from './lazy-component.tsx';

/** What a button needs to open a popover, and the popover to belong to it. */
export function usePopupButton(popup: Pick<LazyComponent<never>, 'preload'>) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** The button gets the focus back, and Safari gives none to a button that is pressed. */
  const open = () => {
    button.current?.focus();
    setIsOpen(true);
  };
  return {
    open,
    buttonProps: {
      ...preloadOnApproach(popup),
      ref: button,
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': isOpen,
      'data-popup-open': isOpen ? '' : undefined,
      onClick: () => (isOpen ? setIsOpen(false) : open()),
    },
    popupProps: { isOpen, onOpenChange: setIsOpen, button },
  } as const;
}
