import { renderFileContentsProfile } from '../core/vocabulary/tools/render-file-contents.ts';
import { defineTool } from './define-tool.ts';
import { fileArguments } from './file-arguments.ts';
import { isImagePath, readFileInput, unquote } from './offline-words.ts';
import { readWorkspaceFile } from './read-workspace-file.ts';

export const renderFileContents = defineTool(renderFileContentsProfile, {
  description: 'Shows people a file, or lines of it. You get a confirmation, not the contents.',
  offline: {
    help: '`show package.json` · `show lines 10-40 of lib/x.ts`: you see the file, the model gets one line',
    read(message) {
      const asked = /^(?:show|display|open|render)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(.+)$/is.exec(
        message,
      )?.[1];
      return asked === undefined || isImagePath(unquote(asked)) ? null : readFileInput(asked);
    },
  },
  inputSchema: fileArguments,
  run: readWorkspaceFile,
});
