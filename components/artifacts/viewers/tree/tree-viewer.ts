import { ListTree } from 'lucide-react';
import { createLineViewer } from '../create-line-viewer.ts';
import { lazyView } from '../lazy-view.tsx';
import { countMeta } from '../line-card.ts';

const unit: [string, string] = ['entry', 'entries'];

export const treeViewer = createLineViewer({
  presentation: { icon: ListTree, noun: 'listing', stuff: 'listing', unit },
  load: async () => (await import('./tree-renderer.ts')).treeRenderer,
  rich: {
    View: lazyView(async () => (await import('./tree-view.tsx')).TreeView),
    label: 'Tree',
    isFirst: true,
  },
  card: { meta: countMeta(...unit), hasGutter: false },
});
