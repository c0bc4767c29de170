import type { Summarizer } from '../summarizer.ts';
import { summarizeDiskUsage } from './summarize-disk-usage.ts';
import { summarizeListing } from './summarize-listing.ts';

/** In the order they are asked. */
export const listings: readonly Summarizer[] = [summarizeDiskUsage, summarizeListing];
