import { z } from 'zod';
import { createFileProfile } from '../core/vocabulary/tools/create-file.ts';
import { parseWorkspacePath } from '../workspace/workspace-path.ts';
import { defineTool } from './define-tool.ts';
import { describeEdits } from './describe-edits.ts';
import { quotedIn, quotedText, unquote } from './offline-words.ts';

export const createFile = defineTool(createFileProfile, {
  description:
    'Makes a new file, with the folders it needs. You get the diff. What exists is changed with edit_file or apply_patch.',
  offline: {
    help: '`create notes.md with "text"`: makes a new file',
    read(message) {
      const match = new RegExp(`^create\\s+(\\S+?):?\\s+(?:with\\s+)?${quotedText}$`, 'i').exec(message);
      return match && { path: unquote(match[1] ?? ''), content: quotedIn(match, 2) };
    },
  },
  inputSchema: z.object({
    path: z.string().min(1),
    content: z.string().describe('Or an artifact that has it: art_…#L1-L40'),
  }),
  textArguments: { content: 'whole' },
  async run({ path, content }, { workspace, signal }) {
    const newPath = parseWorkspacePath(path).join('/');
    // Unpaired surrogates cannot be written; the diff shows what was written.
    const newText = content.toWellFormed();
    const changes = await workspace.changeTexts({
      paths: [newPath],
      expected: () => null,
      changedMessage: (there) =>
        `There is a file already: ${there}. Change it with edit_file, or take another name.`,
      plan() {
        signal.throwIfAborted();
        return [{ path: newPath, text: newText }];
      },
    });
    return await describeEdits([{ oldPath: null, newPath, oldText: '', newText }], changes);
  },
});
