import { makeHunks } from '#lib/core/algorithms/diff/make-hunks.ts';
import { printUnifiedDiff } from '#lib/core/algorithms/diff/print-unified-diff.ts';
import type { ToolChangeView } from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import type { ToolChange, ToolDefinitionText } from '#lib/core/vocabulary/tools/tool-definition.ts';

/** The difference of what the server says, part by part; parts that are the same are left out. */
export const describeToolChange = ({ tool, hash, before, after, seenAt }: ToolChange): ToolChangeView => ({
  tool,
  hash,
  seenAt,
  isNew: before === null,
  parts: Object.entries(parts).flatMap(([name, textOf]) => {
    const hunks = makeHunks(before === null ? '' : textOf(before), textOf(after));
    if (hunks.length === 0) return [];
    return [{ name: name as keyof typeof parts, diff: printUnifiedDiff([{ ...sides(name), hunks }]) }];
  }),
});

const parts = {
  title: ({ title }: ToolDefinitionText) => ended(title ?? ''),
  description: ({ description }: ToolDefinitionText) => ended(description),
  arguments: ({ inputSchema }: ToolDefinitionText) => ended(JSON.stringify(inputSchema, null, 2)),
  hints: ({ annotations }: ToolDefinitionText) =>
    annotations === null ? '' : ended(JSON.stringify(annotations, null, 2)),
};

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** The name gives the part its language. */
function sides(name: string) {
  const path = name === 'arguments' || name === 'hints' ? `${name}.json` : name;
  return { oldPath: path, newPath: path };
}
