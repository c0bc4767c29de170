import { LoadSkeleton } from '../text/load-skeleton.tsx';
import { lineHeight } from './line-card.ts';
import type { PreviewProps } from './viewer.ts';

/** Placeholder for a card's content, in whatever step of loading it is. */
export const PreviewSkeleton = ({ height, startedMs }: Pick<PreviewProps, 'height' | 'startedMs'>) => (
  <LoadSkeleton rows={Math.floor(height / lineHeight)} startedMs={startedMs} />
);
