import { Table } from 'lucide-react';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { createLineViewer } from '../create-line-viewer.ts';
import { lazyView } from '../lazy-view.tsx';

export const tableViewer = createLineViewer({
  presentation: { icon: Table, noun: 'table', stuff: 'table data' },
  load: async () => (await import('#components/artifacts/lines/code-renderers.ts')).plainRenderer,
  rich: {
    View: lazyView(async () => (await import('./table-view.tsx')).TableView),
    label: 'Table',
    isFirst: true,
  },
  card: {
    Preview: lazyComponent(async () => (await import('./table-preview.tsx')).TablePreview),
    isRichPreview: true,
  },
});
