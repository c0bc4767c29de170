import { useEffect, useState } from 'react';
import { fetchRange } from '#components/artifacts/api/artifact-api.ts';
import { useMediaQuery } from '#components/ui/use-media-query.ts';
import { animationHeadBytes, isAnimated } from './is-animated.ts';

/** With reduced motion, an animated image is paused until played; `canPlay` is true only in that case. */
export function useStillness(baseUrl: string, mimeType: string) {
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
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
