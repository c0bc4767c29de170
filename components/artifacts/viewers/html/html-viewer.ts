import { FileCode } from 'lucide-react';
import { createLineViewer } from '../create-line-viewer.ts';
import { lazyView } from '../lazy-view.tsx';

export const htmlViewer = createLineViewer({
  presentation: { icon: FileCode, noun: 'page', stuff: 'HTML' },
  load: async () => (await import('#components/artifacts/lines/code-renderers.ts')).htmlRenderer,
  rich: {
    View: lazyView(async () => (await import('./html-view.tsx')).HtmlView),
    label: 'Preview',
    isFirst: false,
  },
});
