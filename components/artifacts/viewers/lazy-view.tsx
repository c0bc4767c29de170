import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '#components/ui/lazy-component.tsx';
import { LoadSkeleton } from '../text/load-skeleton.tsx';

const Waiting = () => <LoadSkeleton rows={12} />;

/** A view of the panel whose code loads when it is first opened. */
export const lazyView = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => lazyComponent(load, Waiting);
