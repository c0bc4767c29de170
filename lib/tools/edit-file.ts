import { z } from 'zod';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { editFileProfile } from '../core/vocabulary/tools/edit-file.ts';
import { WorkspaceError } from '../workspace/workspace-error.ts';
import { parseWorkspacePath } from '../workspace/workspace-path.ts';
import { changedSinceRead } from './changed-since-read.ts';
import { defineTool } from './define-tool.ts';
import { describeEdits, type FileEdit } from './describe-edits.ts';
import { quotedIn, quotedText, unquote } from './offline-words.ts';
import { replaceOnce } from './replace-once.ts';

export const editFile = defineTool(editFileProfile, {
  description:
    'Replaces a text in a file: oldText has to occur exactly once, line breaks and indentation included. You get the diff.',
  offline: {
    help: '`edit lib/x.ts: replace "old" with "new"`: changes a file; you can undo it from its card',
    read(message) {
      const asked = `^(?:edit|in)\\s+(\\S+?):?\\s+replace\\s+${quotedText}\\s+(?:with|by)\\s+${quotedText}$`;
      const match = new RegExp(asked, 'i').exec(message);
      if (!match) return null;
      return { path: unquote(match[1] ?? ''), oldText: quotedIn(match, 2), newText: quotedIn(match, 5) };
    },
  },
  inputSchema: z.object({
    path: z.string().min(1),
    oldText: z.string(),
    newText: z.string().describe('Or art_…#L1-L40, as for oldText'),
  }),
  textArguments: { oldText: 'passage', newText: 'passage' },
  async run({ path: givenPath, oldText, newText }, { workspace, knownVersion, signal }) {
    const path = parseWorkspacePath(givenPath).join('/');
    const edits: FileEdit[] = [];
    const changes = await workspace.changeTexts({
      paths: [path],
      expected: knownVersion,
      changedMessage: changedSinceRead,
      plan(texts) {
        signal.throwIfAborted();
        const text = texts.get(path) ?? null;
        if (text === null)
          throw new WorkspaceError('not_found', `No such file or folder: ${visibleName(path)}`);
        const replaced = replaceOnce(text, oldText.toWellFormed(), newText.toWellFormed());
        if ('problem' in replaced)
          throw new WorkspaceError('no_match', `${visibleName(path)}: ${replaced.problem}`);
        edits.push({ oldPath: path, newPath: path, oldText: text, newText: replaced.text });
        return [{ path, text: replaced.text }];
      },
    });
    return await describeEdits(edits, changes);
  },
});
