import { useEffect, useRef } from 'react';

/** Whether a key press is text for someone: a field, or a menu or dialog that has its own keys. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]') !==
      null);

/**
 * Single keys for the page, outside text fields. Keys are `KeyboardEvent.key`, letters in lower case, with
 * `Shift+` before it where held; presses with Ctrl, Alt or Meta are left to the browser.
 */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const held = useRef(keys);
  useEffect(() => {
    held.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isTaken(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const name = event.shiftKey && event.key.length > 1 ? `Shift+${key}` : key;
      const action = held.current[name];
      if (!action) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
