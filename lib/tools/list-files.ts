import { z } from 'zod';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { listFilesProfile } from '../core/vocabulary/tools/list-files.ts';
import { plural } from '../split/plural.ts';
import { defineTool } from './define-tool.ts';
import { type OfflineInput, unquote } from './offline-words.ts';

export const listFiles = defineTool(listFilesProfile, {
  description: 'Lists a folder; recursive: all files below it that git does not ignore.',
  offline: {
    help: '`list lib` · `list all`: lists a folder, or every file',
    read(message) {
      if (/^what(?:'s| is) in (?:this|the) (?:repository|repo|workspace|folder)/i.test(message))
        return { recursive: true };
      const match = /^(?:list|ls)(\s+all)?(?:\s+(?:the\s+)?files)?(?:\s+in)?(?:\s+(\S+))?$/i.exec(message);
      if (!match) return null;
      const input: OfflineInput = match[2] ? { path: unquote(match[2]) } : {};
      return match[1] ? { ...input, recursive: true } : input;
    },
  },
  inputSchema: z.object({
    path: z.string().nullish(),
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
      fullResult: lines.map((line) => `${line}\n`).join(''),
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
