import type { Summarizer } from '../summarizer.ts';
import { summarizeMatches } from './summarize-matches.ts';

/** In the order they are asked. */
export const matches: readonly Summarizer[] = [summarizeMatches];
