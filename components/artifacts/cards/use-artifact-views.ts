import useSWR from 'swr';
import { readResource } from '#components/ui/read-resource.ts';
import { useReader } from '#components/ui/use-reader.ts';
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
  const url = isWanted ? `${artifactUrl(artifactId)}/views` : null;
  const { data } = useSWR<ArtifactViews>(url && [url, at], ([wanted]: [string]) =>
    readResource<ArtifactViews>(wanted, at === 'card' ? inTurn : undefined),
  );
  useReader(url);
  return data ?? null;
}
