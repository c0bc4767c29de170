import { useEffect, useEffectEvent, useRef } from 'react';
import { pageLimits } from '#lib/core/page-limits.ts';

type ReportedPresence = 'here' | 'typing' | 'left';

/**
 * Reports presence to the other members while the page is visible.
 * @param isOn off when there are no others
 * @returns a function to call at each key press: the member is typing
 */
export function usePresence(conversationId: string, isOn: boolean): () => void {
  'use memo';
  const typedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const result = useRef<ReportedPresence>('left');
  const report = (state: ReportedPresence) => {
    result.current = state;
    // A lost report does no harm: the next one follows in a few seconds.
    void fetch(`/api/conversations/${conversationId}/presence`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ state }),
      keepalive: state === 'left',
    }).catch(() => undefined);
  };

  const notify = useEffectEvent(report);
  useEffect(() => {
    if (!isOn) return;
    const now = (): ReportedPresence => {
      if (document.hidden) return 'left';
      return performance.now() - typedAtMs.current < pageLimits.typingMs ? 'typing' : 'here';
    };
    const look = () => {
      const state = now();
      if (state !== result.current) notify(state);
    };
    const beat = () => {
      const state = now();
      if (state !== 'left') notify(state);
    };
    const leave = () => notify('left');
    look();
    const timers = [setInterval(beat, pageLimits.presenceBeatMs), setInterval(look, pageLimits.typingMs)];
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pagehide', leave);
    return () => {
      for (const timer of timers) clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [isOn]);

  return () => {
    typedAtMs.current = performance.now();
    if (isOn && result.current === 'here') report('typing');
  };
}
