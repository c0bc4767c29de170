import { nameCallFirst } from './name-call.ts';
import type { OfflineResult } from './offline-result.ts';
import { readView } from './read-view.ts';
import { codeBlock, paragraphs, plainMarkdown } from './write-markdown.ts';

/** Confirms what people asked to see: says how much it is, and that the model does not know its content. */
export function answerShown(result: OfflineResult): string {
  const view = readView(result.view, true);
  if (view.kind === 'shown') {
    const where = view.artifactId ?? 'its full text could not be stored, so there is nothing to open';
    return `Here it is: ${plainMarkdown(view.words)} (${where}). I have not looked inside.`;
  }
  const text = view.kind === 'summary' ? view.firstLine : view.text;
  return paragraphs(
    `${nameCallFirst(result)} is shown to you, and I have read:`,
    codeBlock(text.split('\n', 8)),
  );
}
