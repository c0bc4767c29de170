import { plural } from '#lib/split/plural.ts';
import { type OfflineResult, textArgument } from './offline-result.ts';
import { viewLinesOf } from './read-view.ts';
import { codeBlock, paragraphs, plainMarkdown } from './write-markdown.ts';

const maxLines = 8;

/** Reports what a recall of an earlier result returned. */
export function answerRecall(result: OfflineResult): string {
  const lines = viewLinesOf(result.view);
  const [first = ''] = lines;
  const artifactId = textArgument(result, 'artifactId');
  const hasWords = /^\D/.test(first) || /^[\d,]+ lines? match/.test(first);
  const text = hasWords ? first : null;
  const read = text === null ? lines : lines.slice(1);
  if (read.length === 0) return `In ${artifactId}: ${plainMarkdown(first)}.`;
  const more = read.length - maxLines;
  const begin =
    text === null
      ? `I read ${plural(read.length, 'more line')} of ${artifactId}`
      : `In ${artifactId}: ${plainMarkdown(text.replace(/:$/, ''))}`;
  return paragraphs(
    `${begin}:`,
    codeBlock(read.slice(0, maxLines).map((line) => line.replace('\t', ' '))),
    more > 0 ? `… and ${plural(more, 'more line')}.` : null,
  );
}
