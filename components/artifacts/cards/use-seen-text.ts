import useSWR from 'swr';
import { artifactUrl, fetchWhole } from '../api/artifact-api.ts';
import type { SeenSource } from '../context/card-source.ts';

async function readText(url: string): Promise<string> {
  const result = await fetchWhole(url);
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

/** The text as the model read it; `null` until it is wanted and has loaded. */
export function useSeenText(seen: SeenSource, isWanted: boolean): string | null {
  const isStored = 'textArtifactId' in seen;
  const { data } = useSWR(isStored && isWanted ? artifactUrl(seen.textArtifactId) : null, readText);
  return isStored ? (data ?? null) : seen.text;
}
