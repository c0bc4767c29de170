'use client';

import { useEffect, useState } from 'react';
import { fetchLines } from '#components/artifacts/api/artifact-api.ts';
import { NotLoaded } from '#components/artifacts/text/not-loaded.tsx';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Media } from '#lib/core/vocabulary/media.ts';
import { BytesBody } from '../binary/bytes-body.tsx';
import { previewLines } from '../line-card.ts';
import { MediaBody } from './media-body.tsx';
import { readMedia } from './read-media.ts';

/** A medium in the panel or on a share's page. */
export function MediaView(props: { baseUrl: string; metadata: ArtifactMetadata }) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt(props: { baseUrl: string; metadata: ArtifactMetadata; onRetry: () => void }) {
  const { baseUrl, metadata } = props;
  const known = useMedia(baseUrl);
  if (known === 'failed') {
    return <NotLoaded noun="media" retryAtMs={null} isLow={false} onRetry={props.onRetry} />;
  }
  if (known === 'unreadable') return <BytesBody metadata={metadata} baseUrl={baseUrl} />;
  return <div className="media-view">{known && <MediaBody media={known} title={metadata.title} />}</div>;
}

/** `null` while it loads. */
function useMedia(baseUrl: string): Media | 'failed' | 'unreadable' | null {
  const [known, setKnown] = useState<Media | 'failed' | 'unreadable' | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void fetchLines(baseUrl, 1, previewLines, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      if (!result.ok) setKnown('failed');
      else setKnown(readMedia(result.value.lines) ?? 'unreadable');
    });
    return () => controller.abort();
  }, [baseUrl]);
  return known;
}
