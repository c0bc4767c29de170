import { plural } from '#lib/split/plural.ts';
import { nameCall, nameCallFirst } from './name-call.ts';
import { type OfflineResult, textArgument } from './offline-result.ts';
import { readView, viewLinesOf } from './read-view.ts';
import { code, list, paragraphs, plainMarkdown } from './write-markdown.ts';

const maxMatches = 5;

/** Reports how many matches there are, and where the first ones are. */
export function answerSearch(result: OfflineResult): string {
  const view = readView(result.view);
  if (view.kind === 'shown') return plainMarkdown(view.words);
  if (view.kind === 'summary') {
    const counts = view.firstLine.slice(view.firstLine.lastIndexOf(': ') + 2);
    return paragraphs(
      `${nameCallFirst(result)}: ${plainMarkdown(counts)}.`,
      list(view.facts, maxMatches),
      view.artifactId === null ? null : `All of them are in ${view.artifactId}.`,
    );
  }
  if (/^no match: [^\n]*$/.test(view.text))
    return `Nothing in ${whereOf(result)} matches ${nameCall(result)}.`;
  const lines = viewLinesOf(view.text);
  const matches = lines.map((line) => line.replace(/^(.*?:\d+):\s*/, '$1 '));
  const files = new Set(lines.map((line) => /^(.*?):\d+:/.exec(line)?.[1]));
  return paragraphs(
    `${nameCallFirst(result)}: ${plural(lines.length, 'match')} in ${plural(files.size, 'file')}.`,
    list(matches, maxMatches),
  );
}

function whereOf(result: OfflineResult): string {
  const path = textArgument(result, 'path');
  return path === '' ? 'the workspace' : code(path);
}
