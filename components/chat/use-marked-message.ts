import { type RefObject, useEffect } from 'react';
import type { MessageTarget } from './use-message-target.ts';

const markedMs = 2_000;

/**
 * Brings the message that somebody was led to into sight, and marks it for a while.
 * @param start where the part of the thread begins that is in the page: the message may come only with it
 */
export function useMarkedMessage(
  target: MessageTarget | null,
  scroller: RefObject<HTMLElement | null>,
  start: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time somebody is led there; `start` brings the message
  useEffect(() => {
    if (target === null) return;
    const selector = `[data-message="${CSS.escape(target.messageId)}"]`;
    const message = scroller.current?.querySelector<HTMLElement>(selector);
    if (!message || message.dataset.marked !== undefined) return;
    message.scrollIntoView({ block: 'center' });
    message.dataset.marked = '';
    const timer = setTimeout(() => delete message.dataset.marked, markedMs);
    return () => {
      clearTimeout(timer);
      delete message.dataset.marked;
    };
  }, [target, scroller, start === 0]);
}
