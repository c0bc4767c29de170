'use client';

import { artifactUrl } from '#components/artifacts/api/artifact-api.ts';
import { BytesBody } from '../binary/bytes-body.tsx';
import type { PreviewProps } from '../viewer.ts';
import { MediaBody } from './media-body.tsx';
import { readMedia } from './read-media.ts';

/** A medium on its card. */
export function MediaPreview({ metadata, data }: PreviewProps) {
  const media = readMedia(data.lines);
  if (media === null) return <BytesBody metadata={metadata} baseUrl={artifactUrl(metadata.id)} />;
  return <MediaBody media={media} title={metadata.title} />;
}
