import { lazyView } from '../lazy-view.tsx';
import type { ViewProps } from '../viewer.ts';

/** Also for a type with lines where an artifact has none. */
export const LazyBinaryView = lazyView<ViewProps>(async () => (await import('./binary-view.tsx')).BinaryView);
