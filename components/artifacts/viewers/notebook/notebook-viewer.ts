import { NotebookText } from 'lucide-react';
import { createLineViewer } from '../create-line-viewer.ts';
import { lazyView } from '../lazy-view.tsx';

export const notebookViewer = createLineViewer({
  presentation: { icon: NotebookText, noun: 'notebook', stuff: 'notebook' },
  load: async () => (await import('#components/artifacts/lines/code-renderers.ts')).jsonRenderer,
  rich: {
    View: lazyView(async () => (await import('./notebook-view.tsx')).NotebookView),
    label: 'Notebook',
    isFirst: true,
  },
});
