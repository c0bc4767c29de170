import useSWR from 'swr';
import { readResource } from '#components/ui/use-resource.ts';
import type { ArtifactViews } from '#lib/core/api/artifact-views.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { createSerialTurns } from '../api/in-turn.ts';

const inTurn = createSerialTurns();

/**
 * The server's check of an artifact's two views against the stored bytes. `null`: not requested yet, pending,
 * or unanswered; nothing is claimed unchecked. Cards ask one after another, the panel at once.
 */
export function useArtifactViews(
  artifactId: string,
  isWanted: boolean,
  at: 'card' | 'panel' = 'card',
): ArtifactViews | null {
  const { data } = useSWR<ArtifactViews>(
    isWanted ? [`${artifactUrl(artifactId)}/views`, at] : null,
    ([url]: [string]) => {
      const ask = () => readResource<ArtifactViews>(url);
      return at === 'card' ? inTurn(ask) : ask();
    },
  );
  return data ?? null;
}
