import { z } from 'zod';
import { grepFileProfile } from '../core/vocabulary/tools/grep-file.ts';
import { plural } from '../split/plural.ts';
import type { NotSearched } from '../workspace/grep-workspace.ts';
import { defineTool } from './define-tool.ts';
import { type OfflineInput, unquote } from './offline-words.ts';

export const grepFile = defineTool(grepFileProfile, {
  description:
    'Searches the files that git does not ignore for a regular expression. You get the counts and a part of the matching lines ' +
    'as path:line:text.',
  offline: {
    help: '`find TODO` · `find createServer in lib`: searches the files',
    read(message) {
      const match =
        /^(?:find|search(?:\s+for)?|grep|look for|where is)\s+(?:every\s+|all\s+)?(.+?)(?:\s+in\s+(\S+))?$/is.exec(
          message,
        );
      if (!match) return null;
      const input: OfflineInput = { pattern: unquote(match[1] ?? '') };
      return match[2] ? { ...input, path: unquote(match[2]) } : input;
    },
  },
  inputSchema: z.object({
    pattern: z.string().min(1).max(1_000),
    path: z.string().nullish().describe('File or folder; default all'),
    glob: z.string().max(200).nullish().describe('Such as *.ts'),
    ignoreCase: z.boolean().nullish(),
  }),
  async run({ pattern, path, glob, ignoreCase }, { workspace, signal }) {
    const { lines, files, notSearched, isCut } = await workspace.grep({
      pattern,
      path: path ?? '.',
      glob: glob ?? null,
      isCaseIgnored: ignoreCase === true,
      signal,
    });
    const remaining = formatNotSearched(notSearched);
    const matches = `${plural(lines.length, 'match')} in ${plural(files.length, 'file')}`;
    return {
      resultType: 'success',
      fullResult: lines.map((line) => `${line}\n`).join(''),
      description: {
        type: 'matches',
        title: pattern,
        mimeType: 'text/plain',
        language: null,
        files: files.slice(0, 1_000),
        firstLine: 1,
        exitCode: null,
        counts: isCut ? `${matches}, then stopped` : matches,
      },
      ...(remaining === null ? {} : { notes: [remaining] }),
    };
  },
});

const namedFiles = 5;

/** `2 files not searched: a.bin (not text), lib/b (cannot be read)`; `null`: all were searched. */
function formatNotSearched(left: readonly NotSearched[]): string | null {
  if (left.length === 0) return null;
  const named = left.slice(0, namedFiles).map(({ path, reason }) => `${path} (${reason})`);
  const more = left.length > namedFiles ? [`and ${left.length - namedFiles} more`] : [];
  return `${plural(left.length, 'file')} not searched: ${[...named, ...more].join(', ')}`;
}
