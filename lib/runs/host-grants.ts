import type { ConversationState, Permission } from '../core/conversation/conversation-state.ts';
import { formatHost, parseHost, uncoveredHosts } from '../core/vocabulary/network/host.ts';
import type { CallHosts, HostGrant } from '../core/vocabulary/network/host-grant.ts';
import { type AllowedCall, isSameCall } from '../core/vocabulary/tools/allowed-call.ts';
import type { ApprovalPolicy } from '../core/vocabulary/tools/approval.ts';
import type { Tool } from '../tools/tool-call.ts';

/** What is decided about the hosts that commands of a workspace reach. */
export interface NetworkDecisions {
  /** Who is asked for another host. */
  approval: Exclude<ApprovalPolicy, 'auto'>;
  /** Hosts that every command may reach. */
  hosts: readonly HostGrant[];
}

/** The hosts that a call asks for, in their usual form. Only tools that run commands reach hosts. */
export function askedHosts({ needsCommands }: Pick<Tool, 'needsCommands'>, input: unknown): string[] {
  const asked = needsCommands ? (input as { hosts?: unknown } | null)?.hosts : null;
  if (!Array.isArray(asked)) return [];
  return asked.flatMap((text: unknown) => {
    const host = typeof text === 'string' ? parseHost(text) : null;
    return host === null ? [] : [formatHost(host)];
  });
}

/** Hosts that commands of a conversation may reach without asking. */
export const standingGrants = (
  { allowedHosts }: Pick<ConversationState, 'allowedHosts'>,
  { approval, hosts }: NetworkDecisions,
): HostGrant[] => [
  ...hosts,
  // Where admins are asked now, what a member allowed does not count.
  ...allowedHosts.filter(({ answeredBy }) => approval === 'ask' || answeredBy === 'admins'),
];

export function hostsOfCall(
  tool: Pick<Tool, 'needsCommands'>,
  input: unknown,
  standing: readonly HostGrant[],
): CallHosts {
  const allowed = standing.map(({ host }) => host);
  return { asked: uncoveredHosts(askedHosts(tool, input), allowed), allowed };
}

interface CallInState {
  tool: Pick<Tool, 'name' | 'needsCommands'>;
  input: unknown;
  /** The approval that it had; `null`: nobody was asked. */
  permission: Permission | null;
  /** Calls that were allowed for good. */
  allowedCalls: readonly Pick<AllowedCall, 'toolName' | 'arguments' | 'hosts' | 'by'>[];
  /** Who runs it again by hand; `null`: the model asks for it. */
  rerunBy: { id: string; name: string } | null;
}

/** Everything that a call may reach. What it asks for counts as far as somebody allowed it. */
export function grantsOfCall(
  { tool, input, permission, allowedCalls, rerunBy }: CallInState,
  standing: readonly HostGrant[],
): HostGrant[] {
  const { asked } = hostsOfCall(tool, input, standing);
  if (asked.length === 0) return [...standing];
  if (rerunBy !== null) return [...standing, ...grantsBy(rerunBy, asked)];
  const answer = permission?.answer?.result === 'approved' ? permission.answer : null;
  // What was allowed elsewhere when somebody answered is not what they allowed: it may have been removed since.
  if (answer?.by) {
    const named = permission?.hosts?.asked ?? [];
    return [
      ...standing,
      ...grantsBy(
        answer.by,
        asked.filter((host) => named.includes(host)),
      ),
    ];
  }
  const call = { toolName: tool.name, arguments: JSON.parse(JSON.stringify(input)) };
  const allowed = allowedCalls.find(
    (one) => isSameCall(one, call) && uncoveredHosts(asked, one.hosts ?? []).length === 0,
  );
  return [...standing, ...(allowed ? grantsBy(allowed.by, asked) : [])];
}

const grantsBy = (by: NonNullable<HostGrant['by']>, hosts: readonly string[]): HostGrant[] =>
  hosts.map((host) => ({ host, by, allowedAt: null }));
