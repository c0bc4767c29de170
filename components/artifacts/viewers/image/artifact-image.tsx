import type { CSSProperties } from 'react';
import type { Dimensions } from '#lib/core/vocabulary/artifact.ts';
import { formatDimensions } from './image-size.ts';

/** The reason shown when an image fails although the server has its metadata: the server can be reached. */
export const noImageReason = 'The image did not load, or its data is damaged.';

/** The image itself, read from its artifact's address, on a checkerboard since it may be transparent. */
export function ArtifactImage(props: {
  url: string;
  title: string;
  dimensions: Dimensions | null;
  style?: CSSProperties | undefined;
  onError: () => void;
}) {
  const { title, dimensions } = props;
  return (
    // biome-ignore lint/performance/noImgElement: shows the stored bytes; an image optimizer would serve others
    <img
      className="checks"
      src={props.url}
      alt={dimensions ? `${title}, ${formatDimensions(dimensions)}` : title}
      loading="lazy"
      decoding="async"
      style={props.style}
      onError={props.onError}
    />
  );
}
