import { FileText } from 'lucide-react';
import { createLineViewer } from '../create-line-viewer.ts';

export const textViewer = createLineViewer({
  presentation: { icon: FileText, noun: 'text', stuff: 'text', title: 'words' },
  load: async () => (await import('#components/artifacts/lines/code-renderers.ts')).plainRenderer,
});
