import type { Budget } from '#lib/core/vocabulary/budget/budget.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { retentionOf } from '#lib/core/vocabulary/team/retention.ts';
import type { TeamSettings } from '#lib/core/vocabulary/team/team-settings.ts';
import { type AllowedCallView, allowedCallsOf } from '#lib/core/vocabulary/tools/allowed-call.ts';
import type { Approvals } from '#lib/core/vocabulary/tools/approval.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { serverApprovalsOf } from '#lib/core/vocabulary/tools/server-approvals.ts';
import { gatewaySwitch, splitSwitch } from '#lib/core/vocabulary/tools/server-switches.ts';
import { toolNames } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import type { Services } from '#lib/services.ts';
import { hiddenGroups } from '../artifacts/hidden-groups.ts';
import { isKnownTo } from './list-split-servers.ts';

type Doors = Pick<
  Services,
  'stores' | 'config' | 'readApprovals' | 'readBudgets' | 'readLifetime' | 'listMcpServers'
>;

/** The present settings, as far as a member may see them. */
export async function readTeamSettings(doors: Doors, member: Member): Promise<TeamSettings> {
  const [chosen, linkShares, approvals, budgets, allowedCalls, lifetimeSeconds, servers] = await Promise.all([
    doors.stores.settings.get(),
    readLinkShares(doors),
    doors.readApprovals(),
    readKnownBudgets(doors, member),
    readKnownAllowedCalls(doors, member),
    doors.readLifetime(),
    doors.listMcpServers(),
  ]);
  const { widening = false, namesPeople = false, allowedModels = null, defaultModel = null } = chosen;
  const { continuesRuns = false, readsInstructionFiles = true, teamInstructions = null } = chosen;
  const isKnown = (server: string) => {
    const entry = servers.get(server);
    return entry === undefined || isKnownTo(member, entry);
  };
  return {
    linkShares,
    widening,
    approvals: Object.fromEntries(toolNames.map((name) => [name, approvals[name]])) as Approvals,
    allowedModels,
    defaultModel,
    lifetimeSeconds,
    ...retentionOf(chosen),
    allowedCalls,
    namesPeople,
    continuesRuns,
    readsInstructionFiles,
    teamInstructions,
    serverApprovals: only(serverApprovalsOf(chosen), (tool) => isKnown(serverOfTool(tool) ?? '')),
    serverSplits: only(splitSwitch.readFrom(chosen), isKnown),
    gatewayServers: only(gatewaySwitch.readFrom(chosen), isKnown),
    budgets,
  };
}

const only = <T>(all: Readonly<Record<string, T>>, isWanted: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));

/** A call says what was done in its conversation: its arguments are for those who may read that. */
export async function readKnownAllowedCalls(doors: Doors, member: Member): Promise<AllowedCallView[]> {
  const calls = allowedCallsOf(await doors.stores.settings.get());
  if (calls.length === 0) return [];
  const hidden = await hiddenGroups(doors, member, 'conversation');
  return calls.map((call) => {
    const isHidden = hidden(call.conversationId) !== null;
    return { ...call, arguments: isHidden ? null : call.arguments, isHidden };
  });
}

/** The budget of a person or a conversation is visible to those who may see its figures. */
export async function readKnownBudgets(
  doors: Pick<Doors, 'stores' | 'config' | 'readBudgets'>,
  member: Member,
): Promise<Budget[]> {
  const [budgets, people, conversations] = await Promise.all([
    doors.readBudgets(),
    hiddenGroups(doors, member, 'member'),
    hiddenGroups(doors, member, 'conversation'),
  ]);
  const hiding = { team: () => null, member: people, conversation: conversations };
  return budgets.filter(({ scope, of }) => of === null || hiding[scope](of) === null);
}

/** In local mode the one person decides, so links cannot be disabled for them. */
export async function readLinkShares({ stores, config }: Pick<Doors, 'stores' | 'config'>): Promise<boolean> {
  if (config.signIn === null) return true;
  return (await stores.settings.get()).linkShares ?? false;
}
