import { ScrollText } from 'lucide-react';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { createLineViewer } from '../create-line-viewer.ts';
import { lazyView } from '../lazy-view.tsx';
import { PreviewSkeleton } from '../preview-skeleton.tsx';

export const logViewer = createLineViewer({
  presentation: { icon: ScrollText, noun: 'log', stuff: 'log' },
  load: async () => (await import('#components/artifacts/lines/code-renderers.ts')).plainRenderer,
  rich: {
    View: lazyView(async () => (await import('./log-view.tsx')).LogView),
    label: 'Log',
    isFirst: true,
    isOfLines: true,
  },
  card: {
    Preview: lazyComponent(async () => (await import('./log-preview.tsx')).LogPreview, PreviewSkeleton),
    isRichPreview: true,
  },
});
