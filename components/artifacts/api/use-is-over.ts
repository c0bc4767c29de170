import { useEffect, useState } from 'react';
import { useNow } from '#components/ui/use-now.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { isOver } from './is-over.ts';

/** The longest delay a timer accepts. */
const maxMs = 2 ** 31 - 1;

/** Whether an artifact has expired. Becomes true at that moment; its bytes are unavailable from then on. */
export function useIsOver(metadata: Pick<ArtifactMetadata, 'expiresAt'> | null): boolean {
  const now = useNow('quarterMinute');
  const expiresAt = metadata?.expiresAt ?? null;
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    if (expiresAt === null) return;
    const leftMs = Date.parse(expiresAt) - Date.now();
    if (leftMs > maxMs) return;
    const timer = setTimeout(() => setEnded(expiresAt), Math.max(0, leftMs));
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return metadata !== null && (isOver(metadata, now) || (expiresAt !== null && ended === expiresAt));
}
