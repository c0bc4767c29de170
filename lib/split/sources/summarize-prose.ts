import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import type { Ending, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { isBlankLine } from './blank-line.ts';
import { createEdges } from './edges.ts';
import { fileLines } from './file-lines.ts';
import { licenceIn } from './licence-name.ts';
import { sourceFileOf } from './source-file.ts';

/** A licence is recognised by its beginning. */
const maxCharacters = 1_000;
/** Fewer paragraphs mean that the lines are not prose. */
const textParagraphs = 3;

/** A file of unknown kind: the amount of text, its licence, and its first and last lines. */
export const summarizeProse: Summarizer = {
  kind: 'text',
  covers: 'rest',
  recognise: (evidence) => (sourceFileOf(evidence) ? 'named' : null),
  read(evidence) {
    const reader = createProseReader();
    return { ...reader, line: fileLines(evidence, reader.line) };
  },
};

export function createProseReader() {
  const edges = createEdges();
  let begun = '';
  let paragraphs = 0;
  let words = 0;
  let longest = 0;
  let wasBlank = true;
  return {
    line(text: string, number: number): void {
      longest = Math.max(longest, text.length);
      const isBlank = isBlankLine(text);
      if (!isBlank) {
        edges.add(text, number);
        if (wasBlank) paragraphs += 1;
        words += wordsIn(text);
        if (begun.length < maxCharacters) begun += `${text}\n`;
      }
      wasBlank = isBlank;
    },
    finish({ exitCode }: Ending): Summary | null {
      if (words === 0 || hasFailed(exitCode)) return null;
      const licence = licenceIn(begun);
      return {
        kind: 'text',
        verdict: [
          ...(licence ? [licence] : []),
          ...(paragraphs >= textParagraphs ? [plural(words, 'word'), plural(paragraphs, 'paragraph')] : []),
          ...(longest > 1_000 ? [`longest line ${figure(longest)}${longest > 8_000 ? ' or more' : ''}`] : []),
        ],
        sections: [edges.finish()],
        explainsFailure: false,
      };
    },
  };
}

/** Lines are clean, so the only blanks in them are spaces and tabs. */
function wordsIn(line: string): number {
  const text = line.includes('\t') ? line.replaceAll('\t', ' ') : line;
  let count = 0;
  let start = 0;
  // Jumping from blank to blank is faster than checking each character.
  for (let end = text.indexOf(' '); end !== -1; end = text.indexOf(' ', start)) {
    if (end > start) count += 1;
    start = end + 1;
  }
  return start < text.length ? count + 1 : count;
}
