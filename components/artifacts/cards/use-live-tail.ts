import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import type { Growth } from '#lib/core/conversation/conversation-state.ts';
import { artifactUrl, fetchWindow } from '../api/artifact-api.ts';
import { createLiveTail, type LiveTail, type TailLines } from '../viewers/terminal/live-tail.ts';

/** The newest lines of an artifact while it grows; they are retained when it is complete. */
export function useLiveTail(
  artifactId: string,
  growth: Growth | null,
  isWanted: boolean,
): { tail: LiveTail; newest: TailLines } {
  'use memo';
  const tail = useMemo(
    () => createLiveTail((from, to, signal) => fetchWindow(artifactUrl(artifactId), from, to, signal)),
    [artifactId],
  );
  useEffect(() => () => tail.close(), [tail]);
  const lineCount = growth?.lineCount ?? 0;
  const byteLength = growth?.byteLength ?? 0;
  // Only `byteLength` changes when the last line grows.
  useEffectOn([tail, isWanted, lineCount, byteLength], () => {
    if (isWanted && lineCount > 0) tail.grow(lineCount);
  });
  return { tail, newest: useSyncExternalStore(tail.subscribe, tail.read, tail.read) };
}
