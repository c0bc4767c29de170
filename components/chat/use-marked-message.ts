import type { RefObject } from 'react';
import { useEffectOn } from '../ui/use-effect-on.ts';
import type { MessageTarget } from './use-message-target.ts';

const markedMs = 2_000;

interface ThreadView {
  scroller: RefObject<HTMLElement | null>;
  /** Index where the rendered part of the thread begins: the message may not be in it yet. */
  start: number;
  /** It is about to scroll to the message. */
  onLeaveEnd: () => void;
}

/** Scrolls a linked message into view and highlights it for a while. */
export function useMarkedMessage(
  target: MessageTarget | null,
  { scroller, start, onLeaveEnd }: ThreadView,
): void {
  // Runs once for each navigation; `start` changes when the message is rendered.
  useEffectOn([target, scroller, start === 0], () => {
    if (target === null) return;
    const selector = `[data-message="${CSS.escape(target.messageId)}"]`;
    const message = scroller.current?.querySelector<HTMLElement>(selector);
    if (!message || message.dataset.marked !== undefined) return;
    onLeaveEnd();
    message.scrollIntoView({ block: 'center' });
    message.dataset.marked = '';
    const timer = setTimeout(() => delete message.dataset.marked, markedMs);
    return () => {
      clearTimeout(timer);
      delete message.dataset.marked;
    };
  });
}
