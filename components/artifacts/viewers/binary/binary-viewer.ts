import { Binary } from 'lucide-react';
import { bytesBodyHeight, lineCard } from '../line-card.ts';
import type { Viewer } from '../viewer.ts';
import { LazyBinaryView } from './lazy-binary-view.ts';

export const binaryViewer: Viewer = {
  presentation: {
    icon: Binary,
    noun: 'data',
    stuff: 'binary data',
    title: 'path',
    unit: ['line', 'lines'],
    by: 'shown by',
  },
  card: { ...lineCard, headLines: 0, heightPx: () => bytesBodyHeight },
  lines: null,
  View: LazyBinaryView,
  rich: null,
  isComparedAsCode: false,
};
