import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { fetchWhole } from '../api/artifact-api.ts';
import { inSlices } from '../api/in-slices.ts';

/** The whole text as displayed, for the clipboard; terminal output without escapes. `null`: unavailable. */
export async function fetchShownText(baseUrl: string, type: ArtifactType): Promise<string | null> {
  const text = await fetchWhole(baseUrl);
  if (!text.ok) return null;
  if (!traitsOf(type).hasEscapes) return text.value;
  const { cleanedText } = await import('../text/cleaned-text.ts');
  return await inSlices(cleanedText(text.value));
}
