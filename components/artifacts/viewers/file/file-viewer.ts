import { FileCode } from 'lucide-react';
import { createLineViewer } from '../create-line-viewer.ts';

export const fileViewer = createLineViewer({
  presentation: { icon: FileCode, noun: 'file', stuff: 'file content' },
  load: async () => (await import('../code/code-renderers.ts')).fileRenderer,
  comparison: 'coloured',
});
