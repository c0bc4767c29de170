import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';

const maxNameCharacters = 60;

/**
 * The file name of an artifact's download: a file's own name, else one made from the title, with the
 * extension of its type.
 */
export function downloadName({ title, type }: Pick<ArtifactMetadata, 'title' | 'type'>): string {
  const ending = traitsOf(type).downloadExtension;
  if (ending === null) return title.slice(title.lastIndexOf('/') + 1).toWellFormed() || 'artifact';
  const words = title.toWellFormed().replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const name = words
    .slice(0, maxNameCharacters)
    .toWellFormed()
    .replace(/^[-.]+|[-.]+$/g, '');
  return `${name || 'artifact'}${ending}`;
}
