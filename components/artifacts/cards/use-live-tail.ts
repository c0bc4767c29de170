import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createLazyCode } from '#components/ui/lazy-code.ts';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { useLazyCode } from '#components/ui/use-lazy-code.ts';
import type { Growth } from '#lib/core/conversation/conversation-state.ts';
import { artifactUrl, fetchWindow } from '../api/artifact-api.ts';
import type { LiveTail, TailLines } from '../viewers/terminal/live-tail.ts';

const code = createLazyCode(async () => (await import('../viewers/terminal/live-tail.ts')).createLiveTail);

const noLines: TailLines = { from: 1, lines: [], cut: new Map(), metadata: null };
const readNothing = () => noLines;
const neverChanges = () => () => {};

/**
 * The newest lines of an artifact while it grows; they are retained when it is complete. `tail`: `null` until its
 * code is there.
 */
export function useLiveTail(
  artifactId: string,
  growth: Growth | null,
  isWanted: boolean,
): { tail: LiveTail | null; newest: TailLines } {
  'use memo';
  const createLiveTail = useLazyCode(code);
  const tail = useMemo(
    () =>
      createLiveTail?.((from, to, signal) => fetchWindow(artifactUrl(artifactId), from, to, signal)) ?? null,
    [createLiveTail, artifactId],
  );
  useEffect(() => () => tail?.close(), [tail]);
  const lineCount = growth?.lineCount ?? 0;
  const byteLength = growth?.byteLength ?? 0;
  // Only `byteLength` changes when the last line grows.
  useEffectOn([tail, isWanted, lineCount, byteLength], () => {
    if (isWanted && lineCount > 0) tail?.grow(lineCount);
  });
  const read = tail?.read ?? readNothing;
  return { tail, newest: useSyncExternalStore(tail?.subscribe ?? neverChanges, read, read) };
}
