'use client';

import type { SessionInfo } from '../layout/session-info.ts';
import { lazyContent } from '../ui/lazy-component.tsx';

/** In the page from its first byte; only closing it needs code. */
export const LazyOfflineNote = lazyContent<{ isClosed: boolean }>(
  'model-note',
  async () => (await import('./offline-note.tsx')).OfflineNote,
  () => null,
);

export const LazyCommandsNote = lazyContent<{ commands: SessionInfo['commands'] }>(
  'commands-note',
  async () => (await import('./commands-note.tsx')).CommandsNote,
  () => null,
);
