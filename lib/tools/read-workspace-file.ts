import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { plural } from '../split/plural.ts';
import type { FileArguments } from './file-arguments.ts';
import { rangeOf } from './file-arguments.ts';
import { describeFile } from './file-description.ts';
import { readRange } from './file-range.ts';
import { once } from './once.ts';
import { openWorkspaceFile } from './open-workspace-file.ts';
import { readEditableFile } from './read-editable-file.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolFailure, ToolSuccess } from './tool-result.ts';

/**
 * The full result of reading a file or a range of it; the tools differ in who sees it. A model that reads any
 * part of a file knows its version from then on.
 */
export async function readWorkspaceFile(
  input: FileArguments,
  { workspace }: ToolContext,
  reader: 'people' | 'model' = 'people',
): Promise<ToolSuccess | ToolFailure> {
  const opened = await openWorkspaceFile(workspace, input.path);
  const known = reader === 'model' ? await readEditableFile(opened) : null;
  const file = known?.opened ?? opened;
  const knownFiles = known ? { knownFiles: [{ path: file.path, sha256: known.sha256 }] } : {};
  if (file.isPdf && rangeOf(input) !== null) {
    await file.close();
    return {
      resultType: 'failure',
      error: `${visibleName(file.path)} is a PDF, which has no lines: leave out startLine and endLine, then recall lines of its text.`,
    };
  }
  if (file.encoding === null) {
    const description = { ...describeFile(file.path, 1, null), language: null };
    return {
      resultType: 'success',
      fullResult: file.chunks(),
      description: file.isPdf
        ? { ...description, type: 'pdf', mimeType: 'application/pdf' }
        : { ...description, type: 'binary', mimeType: 'application/octet-stream' },
    };
  }
  const range = rangeOf(input);
  if (range === null) {
    return {
      resultType: 'success',
      fullResult: file.chunks(),
      description: describeFile(file.path, 1, null),
      ...knownFiles,
    };
  }
  const found = await readRange(file.utf8Chunks(), range.from, range.to);
  if (found.lineCount === 0) {
    const has = `${visibleName(file.path)} has ${plural(found.passedLines, 'line')}`;
    return { resultType: 'failure', error: `${has}: there is no line ${range.from}` };
  }
  const last = range.from + found.lineCount - 1;
  const cut = found.isCut ? ', cut at 2 MiB' : '';
  return {
    resultType: 'success',
    fullResult: once(found.bytes),
    description: describeFile(file.path, range.from, `lines ${range.from}-${last}${cut}`),
    ...knownFiles,
  };
}
