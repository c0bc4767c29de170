import { plural } from '#lib/split/plural.ts';
import { nameCallFirst } from './name-call.ts';
import type { OfflineResult } from './offline-result.ts';
import { readView, viewLinesOf } from './read-view.ts';
import { code, list, paragraphs, plainMarkdown } from './write-markdown.ts';

const maxNames = 12;
const maxFacts = 4;

/** Reports what is in a folder: names, or counts if there are many. */
export function answerListing(result: OfflineResult): string {
  const view = readView(result.view);
  if (view.kind === 'whole') return answerNames(nameCallFirst(result), view.text);
  if (view.kind === 'shown') return plainMarkdown(view.words);
  const [folder = '', ...counts] = view.firstLine.split(': ');
  return paragraphs(
    `${code(folder)} has ${plainMarkdown(counts.join(': '))}.`,
    list(view.facts, maxFacts),
    view.artifactId === null ? null : `The whole list is in ${view.artifactId}.`,
  );
}

function answerNames(folder: string, text: string): string {
  if (/^[^\n]*: empty$/.test(text)) return `${folder} is empty.`;
  const names = viewLinesOf(text);
  const folders = names.filter((name) => name.endsWith('/')).length;
  const counts = [
    ...(folders < names.length ? [plural(names.length - folders, 'file')] : []),
    ...(folders > 0 ? [plural(folders, 'folder')] : []),
  ];
  const more = names.length - maxNames;
  const shown = names.slice(0, maxNames).map(code).join(', ');
  return `${folder} has ${counts.join(' and ')}: ${shown}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}.`;
}
