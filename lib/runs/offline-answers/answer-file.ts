import { plural } from '#lib/split/plural.ts';
import { nameCallFirst } from './name-call.ts';
import type { OfflineResult } from './offline-result.ts';
import { readView, viewLinesOf } from './read-view.ts';
import { codeBlock, list, paragraphs, plainMarkdown } from './write-markdown.ts';

const maxLines = 6;

/** Reports how much of a file was read, and how it begins. */
export function answerFile(result: OfflineResult): string {
  const name = nameCallFirst(result);
  const view = readView(result.view);
  if (view.kind === 'summary') {
    return paragraphs(
      `I read a short view of ${plainMarkdown(view.firstLine)}.`,
      list(view.facts, maxLines),
      view.artifactId === null ? 'The rest could not be stored.' : `All of it is in ${view.artifactId}.`,
    );
  }
  if (view.kind === 'shown') return plainMarkdown(view.words);
  return answerWhole(name, view.text, result);
}

function answerWhole(
  name: string,
  text: string,
  { arguments: { startLine, endLine } }: OfflineResult,
): string {
  const lines = viewLinesOf(text);
  if (lines.length === 1 && text.endsWith(': empty')) return `${name} is empty.`;
  if (lines.length === 1 && isNote.test(text)) return plainMarkdown(text);
  const isRange = typeof startLine === 'number' || typeof endLine === 'number';
  const all = lines.length === 1 ? 'the one line' : `all ${plural(lines.length, 'line')}`;
  const more = lines.length - maxLines;
  return paragraphs(
    `I read ${isRange ? plural(lines.length, 'line') : all} of ${name}:`,
    codeBlock(lines.slice(0, maxLines)),
    more > 0 ? `… and ${plural(more, 'more line')}.` : null,
  );
}

/** For a file that is not text or is empty, the view is a sentence about it. */
const isNote = / is an image \(.*display_image shows it to people\.$|^.*: .*, art_[a-z2-7]{26}$/;
