import { plural } from '../plural.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import { createEdges } from './edges.ts';
import { fileLines } from './file-lines.ts';
import { licenceIn } from './licence-name.ts';
import { sourceFileOf } from './source-file.ts';

/** A licence is told by its beginning. */
const charactersHeld = 1_000;
/** Fewer are lines of something else. */
const textParagraphs = 3;

/** A file of no kind that is known: how much text, what licence it is, and its first and last lines. */
export const summarizeProse: Summarizer = {
  kind: 'text',
  covers: 'rest',
  recognise: (evidence) => (sourceFileOf(evidence) ? 'named' : null),
  read(evidence: Evidence) {
    const edges = createEdges();
    let begun = '';
    let paragraphs = 0;
    let words = 0;
    let longest = 0;
    let wasBlank = true;
    return {
      line: fileLines(evidence, (text, line) => {
        longest = Math.max(longest, text.length);
        const isBlank = text.trim() === '';
        edges.add(text, line);
        if (!isBlank) {
          if (wasBlank) paragraphs += 1;
          words += wordsIn(text);
          if (begun.length < charactersHeld) begun += `${text}\n`;
        }
        wasBlank = isBlank;
      }),
      finish({ exitCode }) {
        if (words === 0 || (exitCode !== null && exitCode !== 0)) return null;
        const licence = licenceIn(begun);
        return {
          kind: 'text',
          verdict: [
            ...(licence ? [licence] : []),
            ...(paragraphs >= textParagraphs ? [plural(words, 'word'), plural(paragraphs, 'paragraph')] : []),
            ...(longest > 1_000
              ? [`longest line ${longest.toLocaleString('en-US')}${longest > 8_000 ? ' or more' : ''}`]
              : []),
          ],
          sections: [edges.finish()],
          tellsFailure: false,
        };
      },
    };
  },
};

function wordsIn(text: string): number {
  let count = 0;
  let wasBlank = true;
  for (let place = 0; place < text.length; place += 1) {
    const isBlank = text.charCodeAt(place) <= 32;
    if (wasBlank && !isBlank) count += 1;
    wasBlank = isBlank;
  }
  return count;
}
