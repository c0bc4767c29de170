import { lazyComponent } from '#components/ui/lazy-component.tsx';

/** Artifacts expire long after the page has loaded. */
export const LazyTombstoneCard = lazyComponent(
  async () => (await import('./tombstone-card.tsx')).TombstoneCard,
);
