'use client';

import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { type Media, mediaFrameUrl, mediaProviderNames } from '#lib/core/vocabulary/media.ts';
import { mediaFrameHeightPx, mediaHost } from './media-frame.ts';

/** A medium hosted by another site. Nothing, not even an image, is requested there until it is played. */
export function MediaBody({ media, title }: { media: Media; title: string }) {
  const [isLoaded, setIsLoaded] = useState(false);
  const name = mediaProviderNames[media.provider];
  return (
    <>
      {isLoaded ? (
        <MediaFrame media={media} title={`${media.title ?? title}, on ${name}`} />
      ) : (
        <button type="button" className="media" onClick={() => setIsLoaded(true)}>
          <span className="media-art" aria-hidden="true">
            <span>{media.title ?? title}</span>
          </span>
          <span className="media-go">
            <span className="media-play">
              <Icon of={Play} />
            </span>
            <span>
              <b>Load from {name}</b>{' '}
              <span className="dim">Nothing is sent to {mediaHost(media.provider)} until you do.</span>
            </span>
          </span>
        </button>
      )}
      <div className="card-more">
        <span className="grow clip">{media.author}</span>
        <a className="link" href={media.url} target="_blank" rel="noopener noreferrer">
          Open on {name}
        </a>
      </div>
    </>
  );
}

/**
 * Our own frame, whose address is built from the provider and the ID; the focus moves to it from the button.
 */
function MediaFrame({ media, title }: { media: Media; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => frame.current?.focus(), []);
  const heightPx = mediaFrameHeightPx(media);
  return (
    <iframe
      ref={frame}
      className="media-frame"
      src={mediaFrameUrl(media)}
      title={title}
      style={heightPx === null ? { aspectRatio: '16 / 9' } : { height: heightPx }}
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="fullscreen; encrypted-media; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      loading="lazy"
    />
  );
}
