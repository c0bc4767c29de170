'use client';

import { type CSSProperties, useRef } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import type { Dimensions } from '#lib/core/vocabulary/artifact.ts';
import { formatDimensions } from './image-size.ts';

/** The first frame of an animated image. */
export function StillImage(props: {
  url: string;
  title: string;
  dimensions: Dimensions | null;
  style?: CSSProperties | undefined;
  onError: () => void;
}) {
  const { url, title, dimensions, onError } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  // Draws once per image.
  useEffectOn([url], () => {
    const image = new Image();
    image.onload = () => {
      if (!canvas.current) return;
      canvas.current.width = image.naturalWidth;
      canvas.current.height = image.naturalHeight;
      canvas.current.getContext('2d')?.drawImage(image, 0, 0);
    };
    image.onerror = onError;
    image.src = url;
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  });
  return (
    <canvas
      ref={canvas}
      className="checks"
      role="img"
      aria-label={dimensions ? `${title}, ${formatDimensions(dimensions)}` : title}
      style={props.style}
    />
  );
}
