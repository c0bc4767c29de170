import type { ArtifactMetadata, ArtifactType } from '../core/vocabulary/artifact.ts';

/** File extension by artifact type; `null`: the title is the path of a file, whose name already has one. */
const endings: Readonly<Record<ArtifactType, string | null>> = {
  text: '.txt',
  terminal: '.txt',
  matches: '.txt',
  tree: '.txt',
  media: '.txt',
  diff: '.diff',
  file: null,
  image: null,
  json: null,
  table: null,
  markdown: null,
  html: null,
  log: null,
  binary: null,
};
const maxNameCharacters = 60;

/**
 * The file name of an artifact's download: a file's own name, else one made from the title, with the
 * extension of its type.
 */
export function downloadName({ title, type }: Pick<ArtifactMetadata, 'title' | 'type'>): string {
  const ending = endings[type];
  if (ending === null) return title.slice(title.lastIndexOf('/') + 1).toWellFormed() || 'artifact';
  const words = title.toWellFormed().replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const name = words
    .slice(0, maxNameCharacters)
    .toWellFormed()
    .replace(/^[-.]+|[-.]+$/g, '');
  return `${name || 'artifact'}${ending}`;
}
