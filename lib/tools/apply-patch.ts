import { z } from 'zod';
import { PatchError } from '../core/algorithms/diff/patch-error.ts';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { applyPatchProfile } from '../core/vocabulary/tools/apply-patch.ts';
import { changedSinceRead } from './changed-since-read.ts';
import { defineTool } from './define-tool.ts';
import { describeEdits } from './describe-edits.ts';
import { describeMoves, formatHunks, formatProblems } from './format-patch.ts';
import { hasProblem, type PlannedFile, pathsOf, planFile, readPatch, writesOf } from './plan-patch.ts';
import type { ToolResult } from './tool-result.ts';

export const applyPatch = defineTool(applyPatchProfile, {
  description:
    'Applies a unified diff (--- a/path, +++ b/path, @@ hunks; /dev/null for a new or a removed file, rename from/to), all of it or ' +
    'nothing. Hunks may be off by lines, never by content. You get the diff of what was done.',
  offline: {
    help: '`apply` and a patch: changes the files that it names',
    read(message) {
      const match =
        /^apply(?:\s+(?:this\s+|the\s+)?patch)?\s*:?\s+(?:```\w*\n([\s\S]*?)```|([\s\S]+))$/i.exec(message);
      return match && { patch: match[1] ?? match[2] ?? '' };
    },
  },
  inputSchema: z.object({ patch: z.string().min(1).describe('Or an artifact that is one: art_…') }),
  textArguments: { patch: 'whole' },
  async run({ patch }, { workspace, knownVersion, signal }): Promise<ToolResult> {
    let planned: PlannedFile[] = [];
    let notes: string[] = [];
    try {
      const parsed = readPatch(patch.toWellFormed());
      notes = parsed.notes;
      const created = new Set(
        parsed.files.flatMap(({ oldPath, newPath }) => (newPath === oldPath ? [] : newPath)),
      );
      const changes = await workspace.changeTexts({
        paths: parsed.files.flatMap(pathsOf),
        expected: (path) => (created.has(path) ? null : knownVersion(path)),
        changedMessage: (path) =>
          created.has(path) ? `There is a file already: ${visibleName(path)}` : changedSinceRead(path),
        plan(texts) {
          signal.throwIfAborted();
          planned = parsed.files.map((file) => planFile(file, texts));
          if (planned.some(hasProblem)) throw new PatchError('The patch does not fit, no file was changed.');
          return planned.flatMap(writesOf);
        },
      });
      const result = await describeEdits(planned, changes);
      return { ...result, notes: describeMoves(planned, notes), sessionLog: formatHunks(planned, notes) };
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      const lines = [error.message, ...formatProblems(planned, notes)];
      return { resultType: 'failure', error: lines.join('\n'), sessionLog: formatHunks(planned, notes) };
    }
  },
});
