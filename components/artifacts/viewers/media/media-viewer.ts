import { Play } from 'lucide-react';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { lazyView } from '../lazy-view.tsx';
import { borderPx, lineCard } from '../line-card.ts';
import type { Viewer } from '../viewer.ts';

/** A still of 108 px, and a row with the link to its page. */
const heightPx = 136;

export const mediaViewer: Viewer = {
  presentation: {
    icon: Play,
    noun: 'media',
    stuff: 'media',
    title: 'words',
    unit: ['line', 'lines'],
    by: 'shown by',
  },
  card: {
    ...lineCard,
    heightPx: () => heightPx + borderPx,
    // A loaded medium is as high as its frame.
    heightIs: 'least',
    // Its button and its link name the provider.
    meta: () => null,
    Preview: lazyComponent(async () => (await import('./media-preview.tsx')).MediaPreview),
  },
  lines: null,
  View: lazyView(async () => (await import('./media-view.tsx')).MediaView),
  rich: null,
  isComparedAsCode: false,
};
