import { BookText } from 'lucide-react';
import { lazyView } from '../lazy-view.tsx';
import { bytesBodyHeight, lineCard } from '../line-card.ts';
import type { Viewer, ViewProps } from '../viewer.ts';

export const pdfViewer: Viewer = {
  presentation: {
    icon: BookText,
    noun: 'PDF',
    stuff: 'PDF',
    title: 'path',
    unit: ['line', 'lines'],
    by: 'shown by',
  },
  card: { ...lineCard, headLines: 0, heightPx: () => bytesBodyHeight },
  lines: null,
  View: lazyView<ViewProps>(async () => (await import('./pdf-view.tsx')).PdfView),
  rich: null,
  isComparedAsCode: false,
};
