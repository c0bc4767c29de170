import { useEffect, useState } from 'react';
import { whenIdle } from '#components/ui/when-idle.ts';

/** Becomes true at the first idle moment after `isAllowed`, and stays true. */
export function useIdle(isAllowed: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (isIdle || !isAllowed) return;
    return whenIdle(() => setIsIdle(true));
  }, [isIdle, isAllowed]);
  return isIdle;
}
