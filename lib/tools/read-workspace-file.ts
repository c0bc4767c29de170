import { plural } from '../split/pack.ts';
import type { FileArguments } from './file-arguments.ts';
import { rangeOf } from './file-arguments.ts';
import { describeFile } from './file-description.ts';
import { readRange } from './file-range.ts';
import { openWorkspaceFile } from './open-workspace-file.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolFailure, ToolSuccess } from './tool-result.ts';

/** The full result of asking for a file or a range of it; the tools differ in who it is for. */
export async function readWorkspaceFile(
  input: FileArguments,
  { workspace }: ToolContext,
): Promise<ToolSuccess | ToolFailure> {
  const file = await openWorkspaceFile(workspace, input.path);
  if (file.encoding === null) {
    const description = describeFile(file.path, 1, null);
    return {
      resultType: 'success',
      textResultForLlm: file.chunks(),
      description: { ...description, type: 'binary', mimeType: 'application/octet-stream', language: null },
    };
  }
  const range = rangeOf(input);
  if (range === null) {
    return {
      resultType: 'success',
      textResultForLlm: file.chunks(),
      description: describeFile(file.path, 1, null),
    };
  }
  const found = await readRange(file.utf8Chunks(), range.from, range.to);
  if (found.lineCount === 0) {
    const has = `${file.path} has ${plural(found.passedLines, 'line')}`;
    return { resultType: 'failure', error: `${has}: there is no line ${range.from}` };
  }
  const last = range.from + found.lineCount - 1;
  const cut = found.isCut ? ', cut at 2 MiB' : '';
  return {
    resultType: 'success',
    textResultForLlm: once(found.bytes),
    description: describeFile(file.path, range.from, `lines ${range.from}-${last}${cut}`),
  };
}

export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
