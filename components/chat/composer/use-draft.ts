import { useEffect, useState } from 'react';

const keyOf = (name: string): string => `vitrine-draft:${name}`;

/** Text for a field that is not there yet, after what is kept for it. */
export function addToDraft(name: string, text: string): void {
  const kept = sessionStorage.getItem(keyOf(name));
  sessionStorage.setItem(keyOf(name), kept ? `${kept}\n${text}` : text);
}

/** The text being written, stored for this tab so that a reload or navigation loses nothing. */
export function useDraft(name: string) {
  'use memo';
  const key = keyOf(name);
  const [text, setText] = useState('');
  // Read after the first render, which has to match the server's.
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    if (kept) setText(kept);
  }, [key]);

  const write = (next: string) => {
    setText(next);
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  /** Restores text that could not be sent, before anything written since. */
  const restore = (refused: string) => {
    const written = sessionStorage.getItem(key) ?? '';
    write(written === '' ? refused : `${refused}\n${written}`);
  };
  return { text, write, restore };
}
