import type { ArtifactMetadata, ArtifactType } from '../core/artifact.ts';

/** What the bytes of a type are kept as; `null`: its title is the path of a file, whose own name says it. */
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

/** The name that an artifact is downloaded under: a file's own, else made of its title, with the ending of what is in it. */
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
