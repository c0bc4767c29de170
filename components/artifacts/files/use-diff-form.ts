import { useSyncExternalStore } from 'react';

export type DiffForm = 'unified' | 'split';

const storageKey = 'vitrine-diff-form';
const narrow = '(max-width: 639px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  window.addEventListener('storage', listener);
  return () => {
    query.removeEventListener('change', listener);
    window.removeEventListener('storage', listener);
  };
}

const read = (): DiffForm => (localStorage.getItem(storageKey) === 'split' ? 'split' : 'unified');

/** How changes are laid out, remembered in this browser. There is no room for two sides on a phone. */
export function useDiffForm() {
  const chosen = useSyncExternalStore(subscribe, read, () => 'unified' as const);
  const isNarrow = useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  );
  const choose = (form: DiffForm) => {
    localStorage.setItem(storageKey, form);
    // Only other tabs hear of it by themselves.
    window.dispatchEvent(new StorageEvent('storage', { key: storageKey }));
  };
  return { form: isNarrow ? ('unified' as const) : chosen, choose, canSplit: !isNarrow };
}
