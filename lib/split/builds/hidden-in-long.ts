import type { Program } from '../command-line.ts';
import type { Summarizer } from '../summarizer.ts';

/** Of a shorter output the first and the last that is known is all of it. */
const longCharacters = 4_000;

/**
 * The same tool under programs that run it, where the output is too long for marks to be looked for in all of it. It is asked
 * after all that go by marks, for it is a guess.
 */
export const hiddenInLong = (
  summarizer: Summarizer,
  runsUnder: (program: Program) => boolean,
): Summarizer => ({
  ...summarizer,
  recognise: (evidence) =>
    evidence.head.length >= longCharacters &&
    evidence.programs.some(runsUnder) &&
    summarizer.recognise(evidence) === null
      ? 'marked'
      : null,
});
