import { cutText } from '../core/algorithms/text/cut-text.ts';
import { limits } from '../core/limits.ts';
import type { Problem } from '../core/vocabulary/problem.ts';
import { rankFacts } from './pack.ts';
import { problemsOf } from './problems-of.ts';
import type { Understood } from './summary.ts';

const maxCharacters = 300;

/**
 * What went wrong in a command, for people: ranked and bounded, and independent of what the model is sent.
 */
export function problemsIn(understood: Understood, exitCode: number | null): Problem[] {
  const { explainsFailure, kind, findings } = understood;
  // A summarizer that explains the failure knows more than the general engine.
  const found =
    explainsFailure && kind !== 'general' ? [] : findings.all.filter(({ isProblem }) => isProblem);
  const ranked = [...rankFacts(understood), ...found.toSorted((a, b) => a.rank - b.rank)];
  const facts = ranked.map((fact) => ({ ...fact, text: cutText(fact.text, maxCharacters) }));
  return problemsOf(facts, exitCode).slice(0, limits.problems);
}
