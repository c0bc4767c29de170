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

/** Whether single-character shortcuts are on. */
export const areSingleKeysOn = (): boolean => !parseReading(readNow()).isKeyless;

/** Changes this page at once, and the next ones. */
export function setReading(reading: ReadingPreferences): void {
  setPageCookie(readingCookie, formatReading(reading, '.'));
  document.documentElement.dataset.reading = formatReading(reading);
  for (const listener of listeners) listener();
  void savePreferences({ reading });
}
