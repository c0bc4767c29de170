import type { Program } from '../command-line.ts';
import type { Summarizer } from '../summarizer.ts';

/** Shorter output is known in full from `head` and `tail`, so marks in it would have been seen. */
const longCharacters = 4_000;

/**
 * Recognises a tool by the programs that run it, where the output is too long to search all of it for marks.
 * Ask it after all summarizers that go by marks, because it is a guess.
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
