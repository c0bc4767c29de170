import { Image } from 'lucide-react';
import { lazyView } from '../lazy-view.tsx';
import { borderPx, bytesBodyHeight, countMeta, lineCard } from '../line-card.ts';
import type { Viewer } from '../viewer.ts';
import { ImageBody } from './image-body.tsx';
import { cardImageSize, formatDimensions, imageFormatLabel } from './image-size.ts';

const paddingPx = 24;

export const imageViewer: Viewer = {
  presentation: {
    icon: Image,
    noun: 'image',
    stuff: 'image data',
    title: 'path',
    unit: ['line', 'lines'],
    by: 'shown by',
  },
  card: {
    ...lineCard,
    headLines: 0,
    heightPx: ({ dimensions }) =>
      dimensions
        ? Math.max(bytesBodyHeight, cardImageSize(dimensions).heightPx + paddingPx + borderPx)
        : bytesBodyHeight,
    meta: (telemetry, head) =>
      telemetry.dimensions
        ? [
            formatDimensions(telemetry.dimensions),
            ...(head.status === 'ready' ? [imageFormatLabel(head.metadata.mimeType)] : []),
          ].join(' · ')
        : countMeta('line', 'lines')(telemetry, head),
    Body: ImageBody,
  },
  lines: null,
  View: lazyView(async () => (await import('./image-view.tsx')).ImageView),
  rich: null,
  isComparedAsCode: false,
};
