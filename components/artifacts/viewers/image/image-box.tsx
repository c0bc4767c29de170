import type { ReactNode } from 'react';
import type { Dimensions } from '#lib/core/vocabulary/artifact.ts';
import { cardImageSize } from './image-size.ts';

/** The box of an image on its card, which has its final size before any byte has loaded. */
export function ImageBox({ dimensions, children }: { dimensions: Dimensions | null; children?: ReactNode }) {
  const size = dimensions && cardImageSize(dimensions);
  return (
    <div
      className="picture-box"
      style={size ? { width: size.widthPx, aspectRatio: `${size.widthPx} / ${size.heightPx}` } : undefined}
    >
      {children}
    </div>
  );
}
