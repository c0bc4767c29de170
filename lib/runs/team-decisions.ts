import { splitWith, type ToolSplit } from '../config/tool-splits.ts';
import type { Config } from '../config.ts';
import type { Agent } from '../core/vocabulary/agents/agent.ts';
import { agentsIn } from '../core/vocabulary/agents/chosen-agents.ts';
import { type Budget, resolveBudgets } from '../core/vocabulary/budget/budget.ts';
import { workspaceHostsOf } from '../core/vocabulary/network/host-grant.ts';
import { may } from '../core/vocabulary/rights.ts';
import { memberWithRights } from '../core/vocabulary/team/member-with-rights.ts';
import { chosenApprovals, chosenBudgets } from '../core/vocabulary/team/team-settings.ts';
import { type AllowedCall, allowedCallsOf } from '../core/vocabulary/tools/allowed-call.ts';
import {
  type ApprovalPolicy,
  type Approvals,
  approvalOfOther,
  resolveApprovals,
} from '../core/vocabulary/tools/approval.ts';
import { serverApprovalsOf } from '../core/vocabulary/tools/server-approvals.ts';
import { gatewaySwitch, splitSwitch } from '../core/vocabulary/tools/server-switches.ts';
import type { Stores } from '../stores/stores.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { ModelPolicy } from './choose-model.ts';
import type { NetworkDecisions } from './host-grants.ts';

/** What the admins decided, over what the config file says. Read anew each time. */
export interface TeamDecisions {
  /** The present approval policy of each tool. */
  readApprovals(): Promise<Approvals>;
  /** The policy of a tool that is not our own, where no admin decided. */
  approvalOfOther(tool: Pick<Tool, 'name' | 'changesNothing'>): ApprovalPolicy;
  /** How the results of each tool are split at present. */
  readSplits(): Promise<(toolName: string) => ToolSplit>;
  /** The MCP servers whose tools clients of the gateway may call, by name. */
  readGatewayServers(): Promise<ReadonlySet<string>>;
  /** Calls that the team's admins allowed for good. */
  readAllowedCalls(): Promise<readonly AllowedCall[]>;
  /** The present budgets. */
  readBudgets(): Promise<Budget[]>;
  readModelPolicy(): Promise<ModelPolicy>;
  /** Whether runs that were interrupted are continued without anybody asking. */
  readContinuesRuns(): Promise<boolean>;
  /** What the team tells the model in each conversation, and whether files of a workspace may. */
  readInstructionSettings(): Promise<{ team: string; readsFiles: boolean }>;
  /** What commands of a workspace reach, and who is asked for more. */
  readNetwork(workspace: string): Promise<NetworkDecisions>;
  /** The sub-agents that the model can delegate to, by name. */
  readAgents(): Promise<readonly Agent[]>;
  /** Whether a member may use a workspace, and run commands in it: as they are now, whatever they were when they asked. */
  readWorkspaceRights(memberId: string, workspace: string): Promise<{ mayUse: boolean; mayRun: boolean }>;
  /** How long results last from now on, in seconds; `null`: as long as their conversation. */
  readLifetime(): Promise<number | null>;
}

export const createTeamDecisions = (
  { settings, members }: Pick<Stores, 'settings' | 'members'>,
  {
    approvals,
    splits,
    budgets,
    artifactTtlSeconds,
    network,
    agents,
  }: Pick<Config, 'approvals' | 'splits' | 'budgets' | 'artifactTtlSeconds' | 'network' | 'agents'>,
): TeamDecisions => ({
  async readApprovals() {
    const chosen = await settings.get();
    return resolveApprovals(chosenApprovals(chosen), approvals, serverApprovalsOf(chosen));
  },
  approvalOfOther: ({ name, changesNothing }) => approvalOfOther(name, changesNothing, approvals),
  async readSplits() {
    const chosen = splitSwitch.readFrom(await settings.get());
    return (toolName) => splitWith(splits, chosen, toolName);
  },
  async readGatewayServers() {
    const chosen = gatewaySwitch.readFrom(await settings.get());
    return new Set(Object.keys(chosen).filter((server) => chosen[server]));
  },
  readAllowedCalls: async () => allowedCallsOf(await settings.get()),
  readBudgets: async () => resolveBudgets(chosenBudgets(await settings.get()), budgets),
  async readModelPolicy() {
    const { allowedModels = null, defaultModel = null } = await settings.get();
    return { allowed: allowedModels, standard: defaultModel };
  },
  readContinuesRuns: async () => (await settings.get()).continuesRuns === true,
  async readWorkspaceRights(memberId, name) {
    const [record, chosen] = await Promise.all([members.get(memberId), settings.get()]);
    // In local mode the one member is in no store.
    if (record === null) return { mayUse: true, mayRun: true };
    const member = memberWithRights(record, chosen);
    return {
      mayUse: may(member, 'read', { kind: 'workspace', name }),
      mayRun: may(member, 'write', { kind: 'workspace', name }),
    };
  },
  async readInstructionSettings() {
    const { teamInstructions, readsInstructionFiles = true } = await settings.get();
    return { team: teamInstructions?.content ?? '', readsFiles: readsInstructionFiles };
  },
  async readNetwork(workspace) {
    const chosen = workspaceHostsOf(await settings.get(), workspace);
    const configured = network.hosts.map((host) => ({ host, by: null, allowedAt: null }));
    return { approval: network.approval, hosts: [...configured, ...chosen] };
  },
  readAgents: async () => agentsIn(agents, await settings.get()),
  async readLifetime() {
    const { lifetimeSeconds = artifactTtlSeconds } = await settings.get();
    return lifetimeSeconds;
  },
});
