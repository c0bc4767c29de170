'use client';

import type { ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** A part that the page can do without: where it cannot be shown, there is nothing. */
export const Optional = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary fallback={showNothing}>{children}</ErrorBoundary>
);

const showNothing = () => null;
