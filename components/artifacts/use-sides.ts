import { useEffect, useState } from 'react';
import type { ArtifactSides } from '../../lib/core/artifact-sides.ts';
import { fetchSides } from './artifact-api.ts';

/**
 * What the server finds of an artifact's two sides when it looks at the stored bytes. `null`: not asked yet, on its way, or it did not
 * answer: what is not checked is not said to be.
 */
export function useSides(artifactId: string, isWanted: boolean): ArtifactSides | null {
  const [held, setHeld] = useState<{ artifactId: string; sides: ArtifactSides } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    void fetchSides(artifactId, controller.signal).then((result) => {
      if (result.ok) setHeld({ artifactId, sides: result.value });
    });
    return () => controller.abort();
  }, [artifactId, isWanted]);
  return held?.artifactId === artifactId ? held.sides : null;
}
