import { lazyComponent, lazyExtra } from '#components/ui/lazy-component.tsx';
import { AppSkeleton } from '../apps/app-skeleton.tsx';

/** Artifacts expire long after the page has loaded. */
export const LazyTombstoneCard = lazyComponent(
  async () => (await import('./tombstone-card.tsx')).TombstoneCard,
);

export const LazyNotFoundCard = lazyComponent(
  async () => (await import('./not-found-card.tsx')).NotFoundCard,
);

export const LazyMismatchNote = lazyComponent(async () => (await import('./mismatch-note.tsx')).MismatchNote);

/** Few results have a page of their server; what shows it is large. */
export const LazyAppView = lazyComponent(
  async () => (await import('../apps/app-view.tsx')).AppView,
  AppSkeleton,
);

/** Of a result that came with files or refers to some. */
export const LazyResultParts = lazyExtra(async () => (await import('./result-parts.tsx')).ResultParts);

/** Of what a person ran again. */
export const LazyRunAgainBy = lazyExtra(async () => (await import('./replaced-words.tsx')).RunAgainBy);

export const LazyReadFirstRun = lazyExtra(async () => (await import('./replaced-words.tsx')).ReadFirstRun);
