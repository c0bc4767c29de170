import { useSyncExternalStore } from 'react';

/** Whether a media query matches; false on the server, and until hydrated. */
export function useMediaQuery(query: string): boolean {
  'use memo';
  const subscribe = (listener: () => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
