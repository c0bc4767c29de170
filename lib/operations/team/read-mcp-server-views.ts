import { splitOf } from '#lib/config/tool-splits.ts';
import type { McpServerView } from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import { toolText } from '#lib/runs/count-context.ts';
import type { Services } from '#lib/services.ts';
import { createSecretMasker } from '#lib/split/secrets/secret-masker.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';

/** The MCP servers as they are now: looking at them starts none. Only admins see what they printed. */
export function readMcpServerViews(services: Services, isAdmin: boolean): Promise<McpServerView[]> {
  const { mask } = createSecretMasker({ known: services.config.secrets, names: createSecretNames() });
  return Promise.all(
    services.mcpServers.read().map(async ({ state, tools, leftOut }) => {
      const counts = await Promise.all(tools.map((tool) => services.countText(toolText(tool))));
      return {
        ...state,
        // Programs print what they were given.
        message: state.message && mask(state.message),
        // One program serves everybody: its lines may be about anybody's calls.
        lastLines: isAdmin ? mask(state.lastLines.join('\n')).split('\n') : [],
        definitionTokens: counts.reduce((sum, count) => sum + count, 0),
        tools: tools.map((tool) => ({
          name: tool.name,
          description: tool.description,
          policy: services.approvalOfOther(tool),
          isSplit: splitOf(services.config.splits, tool.name).level !== 'off',
        })),
        leftOut,
      };
    }),
  );
}
