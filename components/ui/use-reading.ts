import { useSyncExternalStore } from 'react';
import {
  formatReading,
  parseReading,
  type ReadingPreferences,
  readingCookie,
} from '#lib/core/vocabulary/reading-preferences.ts';
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

/** Changes this page at once, and the next ones by a cookie. */
export function setReading(preferences: ReadingPreferences): void {
  setPageCookie(readingCookie, formatReading(preferences, '.'));
  document.documentElement.dataset.reading = formatReading(preferences);
  for (const listener of listeners) listener();
}
