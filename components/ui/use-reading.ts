import { useSyncExternalStore } from 'react';
import {
  formatReading,
  parseReading,
  type ReadingPreferences,
  readingCookie,
} from '#lib/core/vocabulary/reading-preferences.ts';
import { savePreferences } from './save-preferences.ts';
import { setPageCookie } from './set-page-cookie.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const readNow = () => document.documentElement.dataset.reading ?? '';
const readOnServer = () => '';

/**
 * The reader's preferences, read from the page's root: the server puts them there, so that nothing changes
 * after the first paint.
 */
export function useReading(): ReadingPreferences {
  'use memo';
  const text = useSyncExternalStore(subscribe, readNow, readOnServer);
  return parseReading(text);
}

/** Where earlier versions stored it, in this browser alone. */
const formerKeys = 'vitrine-single-keys';

/** Whether single-character shortcuts are on. */
export function areSingleKeysOn(): boolean {
  if (localStorage.getItem(formerKeys) === 'off') {
    localStorage.removeItem(formerKeys);
    void setReading({ isKeyless: true });
  }
  return !parseReading(readNow()).isKeyless;
}

/** Changes this page at once, and the next ones. Resolves to how the account took it. */
export function setReading(change: Partial<ReadingPreferences>): ReturnType<typeof savePreferences> {
  const reading = { ...parseReading(readNow()), ...change };
  setPageCookie(readingCookie, formatReading(reading, '.'));
  document.documentElement.dataset.reading = formatReading(reading);
  for (const listener of listeners) listener();
  const { dataset } = document.documentElement;
  // The first time all of it: until then this browser's cookie alone had it.
  const isStored = dataset.account === 'reading';
  if (dataset.account !== undefined) dataset.account = 'reading';
  return savePreferences({ reading: isStored ? change : reading });
}
