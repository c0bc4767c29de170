import { cutText } from '../core/algorithms/text/cut-text.ts';
import type { ViewFact } from '../core/vocabulary/view-fact.ts';
import type { AssistantView } from './split.ts';

const maxFacts = 60;
const maxCharacters = 300;

/** The facts a view was chosen from, as they are kept for people: those with the lowest ranks, bounded. */
export const viewFactsOf = ({ ranked }: AssistantView): ViewFact[] =>
  ranked.slice(0, maxFacts).map(({ fact: { rank, text, line }, isShown }) => ({
    rank,
    text: cutText(text, maxCharacters),
    ...(line === undefined ? {} : { line }),
    isShown,
  }));
