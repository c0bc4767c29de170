import { makeHunks } from '../core/algorithms/diff/make-hunks.ts';
import { printUnifiedDiff } from '../core/algorithms/diff/print-unified-diff.ts';
import type { FileDiff } from '../core/algorithms/diff/unified-diff.ts';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import type { FileChange } from '../core/vocabulary/artifact.ts';
import { plural } from '../split/plural.ts';
import type { ToolSuccess } from './tool-result.ts';

/** What an edit did to one file; `null`: no file. If the paths differ, it was renamed. */
export interface FileEdit {
  oldPath: string | null;
  newPath: string | null;
  oldText: string;
  newText: string;
}

/** The result of an edit tool: the diff of what it wrote. */
export async function describeEdits(edits: readonly FileEdit[], changes: FileChange[]): Promise<ToolSuccess> {
  const diffs: FileDiff[] = [];
  for (const { oldPath, newPath, oldText, newText } of edits) {
    diffs.push({ oldPath, newPath, hunks: makeHunks(oldText, newText) });
    // A diff of many files is much work: other work runs between two files.
    await new Promise(setImmediate);
  }
  const files = diffs.map(({ oldPath, newPath }) => visibleName(newPath ?? oldPath ?? ''));
  return {
    resultType: 'success',
    fullResult: printUnifiedDiff(diffs),
    description: {
      type: 'diff',
      title: files.length === 1 ? (files[0] ?? '') : plural(files.length, 'file'),
      mimeType: 'text/plain',
      language: 'diff',
      files,
      firstLine: 1,
      exitCode: null,
      counts: countsOf(diffs),
      changes,
    },
    knownFiles: changes.map(({ path, after }) => ({ path, sha256: after })),
  };
}

/** `2 files changed, +10 -3` */
function countsOf(diffs: readonly FileDiff[]): string {
  const marks = diffs.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines.map(({ mark }) => mark)));
  const count = (wanted: string) => marks.filter((mark) => mark === wanted).length;
  return `${plural(diffs.length, 'file')} changed, +${count('+')} -${count('-')}`;
}
