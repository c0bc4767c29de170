'use client';

import { lazyComponent } from '#components/ui/lazy-component.tsx';

/** The newest lines of an output. */
export const TerminalLines = lazyComponent(async () => (await import('./newest-lines.tsx')).NewestLines);
