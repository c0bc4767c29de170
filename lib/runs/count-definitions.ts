import { serverOfTool } from '../core/vocabulary/tools/mcp-name.ts';
import { toolText } from './count-context.ts';
import type { OfferedTools } from './defer-tools.ts';
import type { CountText } from './text-counter.ts';

/** What the definitions of an MCP server's tools are. */
export interface ServerDefinitions {
  server: string;
  tokens: number;
  /** They are not sent: the model finds them by search. */
  isDeferred: boolean;
}

/** By server, in their order. */
export async function countDefinitions(
  { tools, deferred }: OfferedTools,
  count: CountText,
): Promise<ServerDefinitions[]> {
  const byServer = Map.groupBy(tools, ({ name }) => serverOfTool(name));
  const counted = [...byServer].map(async ([server, ofServer]) => {
    if (server === null) return [];
    const counts = await Promise.all(ofServer.map((tool) => count(toolText(tool))));
    const tokens = counts.reduce((sum, one) => sum + one, 0);
    return [{ server, tokens, isDeferred: ofServer.some(({ name }) => deferred.has(name)) }];
  });
  return (await Promise.all(counted)).flat();
}
