import { useEffect, useRef } from 'react';
import { areSingleKeysOn } from './use-reading.ts';

const fields = 'input, textarea, select, [contenteditable]';
const floats = '[role="menu"], [role="dialog"], [role="alertdialog"]';

export const isApple = (): boolean => /^(?:Mac|iP)/.test(navigator.platform);

/** Whether the command key is pressed: Cmd on a Mac, where Ctrl moves the caret, else Ctrl. */
export const isCommand = (event: Pick<KeyboardEvent, 'metaKey' | 'ctrlKey'>): boolean =>
  isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;

const isCharacter = (event: KeyboardEvent): boolean => event.key.length === 1 && !isCommand(event);

/** Whether a key press belongs elsewhere: a character typed into a field, or any key in a menu or dialog. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  (event.target instanceof Element &&
    event.target.closest(isCharacter(event) ? `${fields}, ${floats}` : floats) !== null);

/** The key's name, with `Mod+` if Cmd or Ctrl is pressed; `null`: left to the browser. */
function nameOf(event: KeyboardEvent): string | null {
  if (event.altKey || event.isComposing) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (isCommand(event)) return event.shiftKey ? null : `Mod+${key}`;
  if (event.ctrlKey || event.metaKey) return null;
  return event.shiftKey && event.key.length > 1 ? `Shift+${key}` : key;
}

/**
 * Keyboard shortcuts of the page; characters only outside text fields. Keys are `KeyboardEvent.key`, letters
 * in lower case, prefixed with `Shift+` or `Mod+` (Cmd, Ctrl) if pressed; any other combination with Ctrl,
 * Alt or Meta is left to the browser. An action that had nothing to act on returns `false`, and the key press
 * is left to others.
 */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => unknown>): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = isTaken(event) ? null : nameOf(event);
      const action = name === null ? undefined : current.current[name];
      if (!action || (isCharacter(event) && !areSingleKeysOn())) return;
      if (action(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
