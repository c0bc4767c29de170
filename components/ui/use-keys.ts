import { useEffect, useRef } from 'react';
import { areSingleKeysOn } from './single-keys.ts';

const fields = 'input, textarea, select, [contenteditable]';
const floats = '[role="menu"], [role="dialog"], [role="alertdialog"]';

/** Whether a key press is someone else's: a character typed into a field, or any key in a menu or dialog. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  (event.target instanceof Element &&
    event.target.closest(event.key.length === 1 ? `${fields}, ${floats}` : floats) !== null);

/**
 * Single keys for the page; characters only outside text fields. Keys are `KeyboardEvent.key`, letters in lower case, with
 * `Shift+` before it where held; presses with Ctrl, Alt or Meta are left to the browser. An action that had nothing to act on
 * gives `false`, and leaves the press to others.
 */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => unknown>): void {
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
      if (!action || (event.key.length === 1 && !areSingleKeysOn())) return;
      if (action(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
