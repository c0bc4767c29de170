'use client';

import type { ReactNode } from 'react';
import { lazyExtra } from '#components/ui/lazy-component.tsx';
import type { FileLocation } from './file-paths.ts';

/** A link to a line of a file: plain text until its code has loaded. */
export const PathLink = lazyExtra<{ location: FileLocation; children: ReactNode }>(
  async () => (await import('./file-link.tsx')).FileLink,
  ({ children }) => children,
);
