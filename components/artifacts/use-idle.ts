import { useEffect, useState } from 'react';

/** True from the first idle moment after `isAllowed`, for good. */
export function useIdle(isAllowed: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (isIdle || !isAllowed) return;
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIsIdle(true), 50);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(() => setIsIdle(true), { timeout: 500 });
    return () => cancelIdleCallback(request);
  }, [isIdle, isAllowed]);
  return isIdle;
}
