import type { Summarizer } from '../summarizer.ts';
import { summarizeDiskUsage } from './summarize-disk-usage.ts';
import { summarizeListing } from './summarize-listing.ts';

/** In the order in which they are asked to recognise a result. */
export const listings: readonly Summarizer[] = [summarizeDiskUsage, summarizeListing];
