import { lazyComponent, lazyExtra } from '#components/ui/lazy-component.tsx';
import { AppSkeleton } from '../apps/app-skeleton.tsx';

const load = () => import('./rare-cards.ts');

/** Artifacts expire long after the page has loaded. */
export const LazyTombstoneCard = lazyComponent(async () => (await load()).TombstoneCard);

export const LazyNotFoundCard = lazyComponent(async () => (await load()).NotFoundCard);

export const LazyMismatchNote = lazyComponent(async () => (await load()).MismatchNote);

/** Few texts have characters that nobody sees. */
export const LazyHiddenCountNote = lazyComponent(async () => (await load()).HiddenCountNote);

/** Of what a person ran again. */
export const LazyRunAgainBy = lazyExtra(async () => (await load()).RunAgainBy);

export const LazyReadFirstRun = lazyExtra(async () => (await load()).ReadFirstRun);

/** Of a result that came with files or refers to some. */
export const LazyResultParts = lazyExtra(async () => (await load()).ResultParts);

/** The first command in a workspace. */
export const LazySetUpLine = lazyExtra(async () => (await load()).SetUpLine);

/** Few commands have a network. */
export const LazyTrafficList = lazyExtra(async () => (await load()).TrafficList);

/** Few results have a page of their server; what shows it is large. */
export const LazyAppView = lazyComponent(
  async () => (await import('../apps/app-view.tsx')).AppView,
  AppSkeleton,
);
