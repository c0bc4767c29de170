import { z } from 'zod';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { listFilesProfile } from '../core/vocabulary/tools/list-files.ts';
import { plural } from '../split/plural.ts';
import { defineTool } from './define-tool.ts';

export const listFiles = defineTool(listFilesProfile, {
  description:
    'Lists a folder of the workspace; recursive: all files below it but what git ignores. You get a short view, people see all of it.',
  inputSchema: z.object({
    path: z.string().nullish().describe('Relative to the workspace; default all of it'),
    recursive: z.boolean().nullish(),
  }),
  async run({ path, recursive }, { workspace, signal }) {
    const { lines, fileCount, folderCount, isCut } = await workspace.list({
      path: path ?? '.',
      isRecursive: recursive === true,
      signal,
    });
    const folder = (path ?? '').replace(/^(\.\/)+/, '').replace(/\/+$/, '');
    const more = isCut ? ' and more that are not listed' : '';
    return {
      resultType: 'success',
      textResultForLlm: lines.map((line) => `${line}\n`).join(''),
      description: {
        type: 'tree',
        title: folder === '' || folder === '.' ? `${workspace.name}/` : `${visibleName(folder)}/`,
        mimeType: 'text/plain',
        language: null,
        files: [],
        firstLine: 1,
        exitCode: null,
        counts: `${plural(fileCount, 'file')}, ${plural(folderCount, 'folder')}${more}`,
      },
    };
  },
});
