import { FileCode } from 'lucide-react';
import { createLineViewer } from '../create-line-viewer.ts';

export const fileViewer = createLineViewer({
  presentation: { icon: FileCode, noun: 'file', stuff: 'file content' },
  load: async () => (await import('#components/artifacts/lines/code-renderers.ts')).fileRenderer,
  isComparedAsCode: true,
});
