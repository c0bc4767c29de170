import { type RefObject, useEffect, useRef } from 'react';
import { areSingleKeysOn } from '#components/ui/use-reading.ts';

const elsewhere = 'input, textarea, select, [contenteditable], [role="menu"], .card';

/** Keys of the message that has the focus: single characters, while those are on. */
export function useMessageKeys(root: RefObject<HTMLElement | null>, keys: Record<string, () => void>): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const message = root.current?.closest<HTMLElement>('.msg');
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, defaultPrevented } = event;
      if (altKey || ctrlKey || metaKey || defaultPrevented || !areSingleKeysOn()) return;
      if (target instanceof Element && target.closest(elsewhere)) return;
      const act = current.current[key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    message?.addEventListener('keydown', onKeyDown);
    return () => message?.removeEventListener('keydown', onKeyDown);
  }, [root]);
}
