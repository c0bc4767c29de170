import { useCallback, useEffect, useState } from 'react';

/** The text being written, stored for this tab so that a reload or navigation loses nothing. */
export function useDraft(name: string) {
  const key = `vitrine-draft:${name}`;
  const [text, setText] = useState('');
  // Read after the first render, which has to match the server's.
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    if (kept) setText(kept);
  }, [key]);

  const write = useCallback(
    (next: string) => {
      setText(next);
      if (next === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
    },
    [key],
  );
  /** Restores text that could not be sent, before anything written since. */
  const restore = useCallback(
    (refused: string) => {
      const written = sessionStorage.getItem(key) ?? '';
      write(written === '' ? refused : `${refused}\n${written}`);
    },
    [key, write],
  );
  return { text, write, restore };
}
