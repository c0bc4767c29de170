import { useQuery } from '@tanstack/react-query';
import { readResource } from '#components/ui/use-resource.ts';
import type { ArtifactSides } from '#lib/core/api/artifact-sides.ts';
import { artifactUrl } from '../api/artifact-api.ts';
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
  const url = `${artifactUrl(artifactId)}/sides`;
  const { data } = useQuery<ArtifactSides | null>({
    queryKey: [url, at],
    queryFn: ({ signal }) => {
      const ask = () => readResource<ArtifactSides>(url, signal);
      return at === 'card' ? inTurn(ask, signal) : ask();
    },
    enabled: isWanted,
  });
  return data ?? null;
}
