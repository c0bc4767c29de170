import { z } from 'zod';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { limits } from '../core/limits.ts';
import { serverOfTool } from '../core/vocabulary/tools/mcp-name.ts';
import { callToolName, searchToolsName } from '../core/vocabulary/tools/search-names.ts';
import { takeTokens } from '../split/take-tokens.ts';
import { hasWord, queryWords } from '../workspace/query-words.ts';
import { defineTool } from './define-tool.ts';
import { describeText } from './text-description.ts';
import type { Tool } from './tool-call.ts';
import type { ToolResult } from './tool-result.ts';

type Definition = Pick<Tool, 'name' | 'description' | 'parameters'>;

/**
 * The two tools that stand for many whose definitions are not sent: one finds them, with their arguments, and one
 * calls them. The list of tools that the model is sent stays the same whatever it finds, and with it the start of the
 * prompt that providers cache.
 */
export function createToolSearch(deferred: readonly Definition[]): Tool[] {
  const servers = [...new Set(deferred.map(({ name }) => serverOfTool(name) ?? name))].join(', ');
  return [
    defineTool(
      { name: searchToolsName, audience: 'model' },
      {
        description:
          `Finds tools by what they do, with their arguments. There are ${deferred.length} more tools, of: ${servers}. ` +
          `Call what you find with ${callToolName}.`,
        inputSchema: z.object({ query: z.string().min(1).max(1_000) }),
        changesNothing: true,
        offline: { help: '', read: () => null },
        run: async ({ query }, { count }) =>
          textResult(findTools(deferred, query, count), `${searchToolsName} ${query}`),
      },
    ),
    defineTool(
      { name: callToolName, audience: 'model' },
      {
        description: `Calls a tool that ${searchToolsName} found.`,
        inputSchema: z.object({ name: z.string(), arguments: z.unknown() }),
        parameters: callParameters,
        changesNothing: true,
        offline: { help: '', read: () => null },
        // Calls of tools that exist never come here: they run under their own names.
        run: async ({ name }) => ({
          resultType: 'failure',
          error: `${searchToolsName} finds no tool called ${cutText(name, limits.mcpTitleCharacters)}. Search by what it should do.`,
        }),
      },
    ),
  ];
}

const callParameters = {
  type: 'object',
  properties: { name: { type: 'string' }, arguments: { type: 'object' } },
  required: ['name', 'arguments'],
};

/** The best matches that fit in the limit, or what there is where nothing matches. */
function findTools(deferred: readonly Definition[], query: string, count: (text: string) => number): string {
  const found = rank(deferred, query).slice(0, limits.foundTools);
  if (found.length === 0) {
    const names = deferred.map(({ name }) => name).join(', ');
    return takeTokens(`Nothing matches. All of them: ${names}`, limits.foundToolTokens, count);
  }
  let text = `${found.length} of ${deferred.length} tools, best match first. Call one with ${callToolName}.`;
  for (const [index, tool] of found.entries()) {
    const next = `${text}\n\n${describe(tool)}`;
    if (count(next) > limits.foundToolTokens) {
      return index === 0
        ? takeTokens(next, limits.foundToolTokens, count)
        : `${text}\n\nToo long for here: ${found
            .slice(index)
            .map(({ name }) => name)
            .join(', ')}`;
    }
    text = next;
  }
  return text;
}

const describe = ({ name, description, parameters = {} }: Definition): string =>
  `${name}: ${description}\narguments: ${JSON.stringify(parameters)}`;

/** By the words of the query: a rare one says more than a frequent one, and a name more than a description. */
function rank(tools: readonly Definition[], query: string): Definition[] {
  const texts = tools.map((tool) => ({
    tool,
    name: wordsOf(tool.name),
    description: wordsOf(tool.description),
  }));
  const weights = queryWords(query.replaceAll('_', ' ')).map(({ stem }) => {
    const has = (text: string) => hasWord(text, text, stem);
    const hits = texts.filter(({ name, description }) => has(name) || has(description)).length;
    return { has, weight: hits === 0 ? 0 : Math.log(1 + tools.length / hits) };
  });
  const scored = texts.map(({ tool, name, description }) => {
    const score = (text: string) =>
      weights.reduce((sum, { has, weight }) => sum + (has(text) ? weight : 0), 0);
    return { tool, score: 2 * score(name) + score(description) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ tool }) => tool);
}

/** In lower case, identifiers taken apart. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

const textResult = (text: string, title: string): ToolResult => ({
  resultType: 'success',
  fullResult: text,
  isStored: false,
  assistantView: text,
  description: describeText(cutText(title, limits.mcpTitleCharacters), false),
});
