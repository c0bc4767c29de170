import { addDays, dayOf } from '#lib/core/algorithms/utc-days.ts';
import { toFigures } from '#lib/core/vocabulary/ledger/savings.ts';
import { noSums } from '#lib/core/vocabulary/ledger/sums.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { approvalFor } from '#lib/core/vocabulary/tools/approval.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { McpServerSettings } from '#lib/core/vocabulary/tools/mcp-server-settings.ts';
import type { McpServerView } from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import { serverDays } from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import { changesIn } from '#lib/core/vocabulary/tools/tool-definition.ts';
import { toolText } from '#lib/runs/count-context.ts';
import { deferTools } from '#lib/runs/defer-tools.ts';
import type { Services } from '#lib/services.ts';
import { createSecretMasker } from '#lib/split/secrets/secret-masker.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import type { Tool } from '#lib/tools/tool-call.ts';
import { describeToolChange } from './describe-tool-change.ts';
import { isKnownTo, listSplitServers } from './list-split-servers.ts';

/** The MCP servers as they are now for a member: looking at them starts none. Only admins see what they printed. */
export async function readMcpServerViews(services: Services, member: Member): Promise<McpServerView[]> {
  const isAdmin = may(member, 'manage', { kind: 'team' });
  const [splitOf, approvals, split, gateway, sums, connected, seen, entries] = await Promise.all([
    services.readSplits(),
    services.readApprovals(),
    listSplitServers(services, member),
    services.readGatewayServers(),
    readServerSums(services),
    services.mcpServers.read(member.id),
    services.stores.toolDefinitions.list(),
    services.listMcpServers(),
  ]);
  const { mask } = createSecretMasker({ known: services.config.secrets, names: createSecretNames() });
  const servers = connected.filter(({ state }) => {
    const entry = entries.get(state.name);
    return entry === undefined || isKnownTo(member, entry);
  });
  const changes = changesIn(seen);
  const all = servers.flatMap(({ tools }) => tools);
  const { deferred } = await deferTools(all, services.windowOf(services.models.standard), services.countText);
  const viewOf = (tool: Pick<Tool, 'name' | 'description' | 'changesNothing'>) => ({
    name: tool.name,
    description: tool.description,
    policy: approvalFor(approvals, tool.name, services.approvalOfOther(tool)),
  });
  return await Promise.all(
    servers.map(async ({ state, tools, pageTools, leftOut, blocked }) => {
      const counts = await Promise.all(tools.map((tool) => services.countText(toolText(tool))));
      return {
        ...state,
        confinement: confinementOf(entries.get(state.name)?.settings),
        added: entries.get(state.name)?.added ?? null,
        // Programs print what they were given.
        message: state.message && mask(state.message),
        // One program serves everybody: its lines may be about anybody's calls.
        lastLines: isAdmin && state.lastLines.length > 0 ? mask(state.lastLines.join('\n')).split('\n') : [],
        definitionTokens: counts.reduce((sum, count) => sum + count, 0),
        tools: tools.map((tool) => ({ ...viewOf(tool), isSplit: splitOf(tool.name).level !== 'off' })),
        pageTools: pageTools.map(viewOf),
        leftOut,
        isSignedIn: await services.mcpSignIns.isSignedIn(state.name, member.id),
        changes: changes
          .filter(({ tool }) => serverOfTool(tool) === state.name)
          // It may have changed back.
          .filter(({ tool, hash }) => blocked === null || blocked.get(tool)?.has(hash))
          .map(describeToolChange),
        isDeferred: tools.some(({ name }) => deferred.has(name)),
        isSplit: split.includes(state.name),
        isInGateway: gateway.has(state.name),
        ...(sums.get(state.name) ?? { calls: 0, withheldTokens: 0 }),
      };
    }),
  );
}

/** What the tools of each server did in the last days. */
async function readServerSums({ stores, nowMs }: Services) {
  const today = dayOf(nowMs());
  const sums = new Map<string, { calls: number; withheldTokens: number }>();
  for (const day of await stores.ledger.sums('tool', addDays(today, 1 - serverDays), addDays(today, 1))) {
    const server = serverOfTool(day.key);
    if (server === null) continue;
    const { calls, withheldTokens } = toFigures({ ...noSums(), ...day.sums });
    const before = sums.get(server) ?? { calls: 0, withheldTokens: 0 };
    sums.set(server, { calls: before.calls + calls, withheldTokens: before.withheldTokens + withheldTokens });
  }
  return sums;
}

function confinementOf(settings: McpServerSettings | undefined): McpServerView['confinement'] {
  if (settings?.kind === 'sandboxed') return settings.hasNetwork ? 'sandbox with network' : 'sandbox';
  return settings?.kind === 'http' ? 'remote' : 'none';
}
