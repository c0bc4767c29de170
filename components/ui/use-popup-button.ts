import { useRef, useState } from 'react';
import { type LazyComponent, preloadOnApproach } from './lazy-component.tsx';

/** Props for a button that opens a popover, and for that popover. */
export function usePopupButton(popup: Pick<LazyComponent<never>, 'preload'>) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** Focuses the button, which gets the focus back later: Safari does not focus a pressed button. */
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
