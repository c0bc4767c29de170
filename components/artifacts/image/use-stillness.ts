import { useEffect, useState, useSyncExternalStore } from 'react';
import { fetchRange } from '../artifact-api.ts';
import { animationHeadBytes, isAnimated } from './is-animated.ts';

const reduced = '(prefers-reduced-motion: reduce)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(reduced);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** For who wants less motion: an image that moves stands still until they play it. `canPlay` is only true of those. */
export function useStillness(baseUrl: string, mimeType: string) {
  const isReduced = useSyncExternalStore(
    subscribe,
    () => matchMedia(reduced).matches,
    () => false,
  );
  const [canPlay, setCanPlay] = useState(false);
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    if (!isReduced) return setCanPlay(false);
    const controller = new AbortController();
    void fetchRange(baseUrl, 0, animationHeadBytes, controller.signal).then((head) => {
      if (head.ok && !controller.signal.aborted) setCanPlay(isAnimated(head.value, mimeType));
    });
    return () => controller.abort();
  }, [baseUrl, mimeType, isReduced]);
  return { canPlay, isStill: canPlay && !isPlaying, isPlaying, setIsPlaying };
}
