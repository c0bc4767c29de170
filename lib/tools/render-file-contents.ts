import { renderFileContentsProfile } from '../core/vocabulary/tools/render-file-contents.ts';
import { defineTool } from './define-tool.ts';
import { fileArguments } from './file-arguments.ts';
import { readWorkspaceFile } from './read-workspace-file.ts';

export const renderFileContents = defineTool(renderFileContentsProfile, {
  description:
    'Shows a file of the workspace, or lines of it, to the people in this conversation. Use it when somebody asks to see ' +
    'a file ("show me …"). You get a confirmation, not the contents: to work on a file, use read_file.',
  inputSchema: fileArguments,
  run: readWorkspaceFile,
});
