import { cutText } from '../core/cut-text.ts';
import type { ViewFact } from '../core/view-fact.ts';
import type { AssistantView } from './split.ts';

const mostFacts = 60;
const mostCharacters = 300;

/** What a view was chosen from, as it is kept for people: the facts of the lowest ranks, bounded. */
export const viewFactsOf = ({ judged }: AssistantView): ViewFact[] =>
  judged.slice(0, mostFacts).map(({ fact: { rank, text, line }, isShown }) => ({
    rank,
    text: cutText(text, mostCharacters),
    ...(line === undefined ? {} : { line }),
    isShown,
  }));
