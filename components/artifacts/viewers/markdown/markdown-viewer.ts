import { FileText } from 'lucide-react';
import { pageLimits } from '#lib/core/page-limits.ts';
import { createLineViewer } from '../create-line-viewer.ts';
import { lazyView } from '../lazy-view.tsx';

export const markdownViewer = createLineViewer({
  presentation: { icon: FileText, noun: 'document', stuff: 'markdown' },
  load: async () => (await import('#components/artifacts/lines/code-renderers.ts')).markdownRenderer,
  rich: {
    View: lazyView(async () => (await import('./markdown-view.tsx')).MarkdownView),
    label: 'Page',
    isFirst: true,
    firstUpToBytes: pageLimits.pageBytes,
  },
});
