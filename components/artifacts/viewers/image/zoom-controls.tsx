'use client';

import { ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { useZoom } from './use-zoom.ts';

/** Shows the scale of an image, with buttons to change it. */
export function ZoomControls({ zoom }: { zoom: ReturnType<typeof useZoom> }) {
  const percent = `${Math.round(zoom.scale * 100)} %`;
  return (
    <>
      <output>
        {zoom.isActualSize ? 'Actual size' : zoom.isFit ? `Fits the width, ${percent}` : percent}
      </output>
      <span className="zoom-buttons">
        <IconButton icon={ZoomOut} label="Smaller" shortcut="−" onClick={() => zoom.stepBy(-1)} />
        <IconButton icon={ZoomIn} label="Larger" shortcut="+" onClick={() => zoom.stepBy(1)} />
        <button
          type="button"
          className="btn is-small"
          title="Fit to the width  0"
          aria-pressed={zoom.isFit}
          onClick={() => zoom.zoomTo(null)}
        >
          Fit
        </button>
        <button
          type="button"
          className="btn is-small"
          title="Actual size  1"
          aria-pressed={zoom.isActualSize}
          onClick={() => zoom.zoomTo(1)}
        >
          100 %
        </button>
      </span>
    </>
  );
}
