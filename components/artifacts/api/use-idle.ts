import { useEffect, useState } from 'react';
import { whenIdle } from '../../ui/when-idle.ts';

/** True from the first idle moment after `isAllowed`, for good. */
export function useIdle(isAllowed: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (isIdle || !isAllowed) return;
    return whenIdle(() => setIsIdle(true));
  }, [isIdle, isAllowed]);
  return isIdle;
}
