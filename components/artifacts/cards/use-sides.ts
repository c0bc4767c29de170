import { useEffect, useState } from 'react';
import type { ArtifactSides } from '#lib/core/api/artifact-sides.ts';
import { fetchSides } from '../api/artifact-api.ts';
import { createSerialTurns } from '../api/in-turn.ts';

const inTurn = createSerialTurns();

/**
 * The server's check of an artifact's two sides against the stored bytes. `null`: not requested yet, pending,
 * or unanswered; nothing is claimed unchecked. Cards ask one after another, the panel at once.
 */
export function useSides(
  artifactId: string,
  isWanted: boolean,
  at: 'card' | 'panel' = 'card',
): ArtifactSides | null {
  const [current, setCurrent] = useState<{ artifactId: string; sides: ArtifactSides } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = () => fetchSides(artifactId, signal);
    void (at === 'card' ? inTurn(ask, signal) : ask()).then((result) => {
      if (result?.ok) setCurrent({ artifactId, sides: result.value });
    });
    return () => controller.abort();
  }, [artifactId, isWanted, at]);
  return current?.artifactId === artifactId ? current.sides : null;
}
