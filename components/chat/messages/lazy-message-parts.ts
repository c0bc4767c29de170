import { lazyExtra, lazyPart } from '#components/ui/lazy-component.tsx';

/** Loaded when the page is at rest. */
export const LazyMessageTools = lazyExtra(async () => (await import('./message-tools.tsx')).MessageTools);
export const LazyReactionsRow = lazyPart(async () => (await import('./reactions-row.tsx')).ReactionsRow);
export const LazyMessageMarks = lazyExtra(async () => (await import('./message-marks.tsx')).MessageMarks);
export const LazyQuoteLine = lazyExtra(async () => (await import('./quote-line.tsx')).QuoteLine);
export const LazySeenBy = lazyExtra(async () => (await import('./seen-by.tsx')).SeenBy);
export const LazyEditMessage = lazyPart(async () => (await import('./edit-message.tsx')).EditMessage);
