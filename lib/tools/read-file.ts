import { limits } from '../core/limits.ts';
import { takeTokens } from '../split/take-tokens.ts';
import { defineTool } from './define-tool.ts';
import { fileArguments, rangeOf } from './file-arguments.ts';
import { readWorkspaceFile } from './read-workspace-file.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolResult } from './tool-result.ts';

export const readFile = defineTool({
  name: 'read_file',
  description:
    'Reads a file of the workspace, for you to work on. With startLine and endLine you get exactly those lines, numbered; ' +
    'without, the whole file if it is short, else its size and edges with line numbers to choose a range by. People see it too.',
  inputSchema: fileArguments,
  audience: 'model',
  async run(input, context): Promise<ToolResult> {
    const result = await readWorkspaceFile(input, context);
    const isRange =
      rangeOf(input) !== null && result.resultType === 'success' && result.description.type === 'file';
    if (!isRange) return result;
    const text = await textOf(result.textResultForLlm);
    return {
      ...result,
      textResultForLlm: text,
      assistantView: numberedView(text, result.description.firstLine, context.count),
    };
  },
});

/** Every line with its number; past the limit, the line to go on from. */
function numberedView(text: string, firstLine: number, count: ToolContext['count']): string {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const numbered = lines.map((line, place) => `${firstLine + place}\t${line}`).join('\n');
  const fitting = takeTokens(numbered, limits.readRangeTokens, count);
  if (fitting === numbered) return numbered;
  const shown = fitting.replace(/\n$/, '').split('\n').length;
  const limit = limits.readRangeTokens.toLocaleString('en-US');
  return `${fitting.trimEnd()}\n(cut at ${limit} tokens; go on with startLine ${firstLine + shown})`;
}

async function textOf(source: string | AsyncIterable<Uint8Array>): Promise<string> {
  if (typeof source === 'string') return source;
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
