import { parseUnifiedDiff } from '#lib/core/algorithms/diff/parse-unified-diff.ts';
import type { FileDiff } from '#lib/core/algorithms/diff/unified-diff.ts';
import { plural } from '#lib/split/plural.ts';
import { nameCallFirst } from './name-call.ts';
import type { OfflineResult } from './offline-result.ts';
import { readView } from './read-view.ts';
import { code, list, paragraphs, plainMarkdown } from './write-markdown.ts';

const maxFiles = 8;

/** Summarises what was changed, in files and lines. */
export function answerChange(result: OfflineResult): string {
  const view = readView(result.view);
  if (view.kind !== 'whole') {
    const counts = view.kind === 'summary' ? view.firstLine : view.words;
    return paragraphs(
      `Changed: ${plainMarkdown(counts)}.`,
      view.artifactId === null ? null : `The diff is ${view.artifactId}.`,
    );
  }
  const files = filesOf(view.text);
  const [first, ...others] = files.map(describeFile);
  if (first === undefined)
    return `${nameCallFirst(result)}: ${plainMarkdown(view.text.split('\n', 1)[0] ?? '')}`;
  if (others.length === 0) return `${first}.`;
  return paragraphs(`${plural(files.length, 'file')}:`, list([first, ...others], maxFiles));
}

/** A view may contain lines that no diff has: then there are no files to count. */
function filesOf(text: string): FileDiff[] {
  try {
    return parseUnifiedDiff(text).files;
  } catch {
    // The diff cannot be parsed: its first line is quoted instead.
    return [];
  }
}

function describeFile({ oldPath, newPath, hunks }: FileDiff): string {
  const lines = hunks.flatMap(({ lines }) => lines.map(({ mark }) => mark));
  const count = (wanted: string) => lines.filter((mark) => mark === wanted).length;
  if (oldPath === null) return `Created ${code(newPath ?? '')}, ${plural(count('+'), 'line')}`;
  if (newPath === null) return `Removed ${code(oldPath)}, ${plural(count('-'), 'line')}`;
  const counts = `${plural(count('+'), 'line')} added, ${count('-').toLocaleString('en-US')} removed`;
  if (newPath === oldPath) return `Changed ${code(newPath)}: ${counts}`;
  return `Renamed ${code(oldPath)} to ${code(newPath)}: ${counts}`;
}
