import type { Summarizer } from '../summarizer.ts';
import { summarizeMatches } from './summarize-matches.ts';

/** In the order in which they are asked to recognise a result. */
export const matches: readonly Summarizer[] = [summarizeMatches];
