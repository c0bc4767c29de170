import { Image } from 'lucide-react';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { lazyView } from '../lazy-view.tsx';
import { borderPx, bytesBodyHeight, countMeta, lineCard } from '../line-card.ts';
import type { CardBodyProps, Viewer } from '../viewer.ts';
import { ImageBox } from './image-box.tsx';
import { cardImageSize, formatDimensions, imageFormatLabel } from './image-size.ts';

const paddingPx = 24;

const Waiting = ({ telemetry }: CardBodyProps) => (
  <div className="card-body picture">
    <ImageBox dimensions={telemetry.dimensions ?? null} />
  </div>
);

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
    Body: lazyComponent(async () => (await import('./image-body.tsx')).ImageBody, Waiting),
  },
  lines: null,
  View: lazyView(async () => (await import('./image-view.tsx')).ImageView),
  rich: null,
  isComparedAsCode: false,
};
