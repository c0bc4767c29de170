import type { ArtifactType } from '#lib/core/vocabulary/artifact.ts';
import type { Viewer } from '../lines/viewer.ts';

/** The kind of viewer per artifact type, for code that does not need the viewers themselves. */
export const viewerKinds = {
  text: 'lines',
  file: 'lines',
  terminal: 'lines',
  matches: 'lines',
  tree: 'lines',
  diff: 'lines',
  image: 'image',
  media: 'media',
  json: 'lines',
  table: 'lines',
  markdown: 'lines',
  html: 'lines',
  log: 'lines',
  binary: 'bytes',
} as const satisfies Record<ArtifactType, Viewer['kind']>;
