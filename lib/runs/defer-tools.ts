import { limits } from '../core/limits.ts';
import { serverOfTool } from '../core/vocabulary/tools/mcp-name.ts';
import type { Tool } from '../tools/tool-call.ts';
import { createToolSearch } from '../tools/tool-search.ts';
import { toolText } from './count-context.ts';
import type { CountText } from './text-counter.ts';

export interface OfferedTools {
  /** All that can be called. */
  tools: readonly Tool[];
  /** Names of those whose definitions are not sent: the model finds them by search. */
  deferred: ReadonlySet<string>;
}

/**
 * Decides which definitions are sent with each step: our own, and those of MCP servers in their order while they are
 * few and small. A server's tools are sent together or not at all, and the decision depends on nothing else, so that it
 * is the same in each step.
 * @param windowTokens of the model; `null`: not known
 */
export async function deferTools(
  tools: readonly Tool[],
  windowTokens: number | null,
  count: CountText,
): Promise<OfferedTools> {
  const byServer = Map.groupBy(
    tools.filter(({ name }) => serverOfTool(name) !== null),
    ({ name }) => serverOfTool(name),
  );
  const maxTokens = (windowTokens ?? limits.usualWindowTokens) * limits.definitionShare;
  const deferred: Tool[] = [];
  let sentTools = 0;
  let sentTokens = 0;
  for (const ofServer of byServer.values()) {
    const counts = await Promise.all(ofServer.map((tool) => count(toolText(tool))));
    const tokens = counts.reduce((sum, one) => sum + one, 0);
    if (sentTools + ofServer.length > limits.sentServerTools || sentTokens + tokens > maxTokens) {
      deferred.push(...ofServer);
    } else {
      sentTools += ofServer.length;
      sentTokens += tokens;
    }
  }
  if (deferred.length === 0) return { tools, deferred: new Set() };
  return {
    tools: [...tools, ...createToolSearch(deferred)],
    deferred: new Set(deferred.map(({ name }) => name)),
  };
}

/** Those whose definitions the model is sent. */
export const sentTools = ({ tools, deferred }: OfferedTools): readonly Tool[] =>
  tools.filter(({ name }) => !deferred.has(name));
