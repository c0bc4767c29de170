import { Terminal } from 'lucide-react';
import { createLineViewer } from '../create-line-viewer.ts';
import { lineCardHeight } from '../line-card.ts';
import { terminalHeight } from './terminal-heights.ts';

export const terminalViewer = createLineViewer({
  presentation: {
    icon: Terminal,
    noun: 'output',
    stuff: 'terminal output',
    title: 'command',
    by: 'run by',
  },
  load: async () => (await import('./terminal-renderer.ts')).terminalRenderer,
  card: { heightPx: lineCardHeight(terminalHeight), hasGutter: false },
});
