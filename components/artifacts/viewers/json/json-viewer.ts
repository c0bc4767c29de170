import { Braces } from 'lucide-react';
import { createLineViewer } from '../create-line-viewer.ts';
import { lazyView } from '../lazy-view.tsx';

export const jsonViewer = createLineViewer({
  presentation: { icon: Braces, noun: 'JSON', stuff: 'JSON' },
  load: async () => (await import('#components/artifacts/lines/code-renderers.ts')).jsonRenderer,
  rich: {
    View: lazyView(async () => (await import('./json-view.tsx')).JsonView),
    label: 'Tree',
    isFirst: true,
  },
});
