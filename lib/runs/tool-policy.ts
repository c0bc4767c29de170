import type { Permission, PermissionAnswer, ToolCallState } from '../core/conversation/conversation-state.ts';
import { openCalls } from '../core/conversation/permissions.ts';
import { limits } from '../core/limits.ts';
import { durableEvent, type NewEvent } from '../core/vocabulary/events.ts';
import type { Json } from '../core/vocabulary/json.ts';
import { uncoveredHosts } from '../core/vocabulary/network/host.ts';
import type { CallHosts } from '../core/vocabulary/network/host-grant.ts';
import { isSameCall } from '../core/vocabulary/tools/allowed-call.ts';
import { approvalFor } from '../core/vocabulary/tools/approval.ts';
import { failedCall } from '../tools/failed-call.ts';
import { isTooDeep } from '../tools/stored-arguments.ts';
import type { ToolCallOutcome } from '../tools/tool-call.ts';
import { askedSecrets, unknownSecrets } from './asked-secrets.ts';
import { hostsOfCall, standingGrants } from './host-grants.ts';
import { type Account, recordUnrunCall } from './ledger-entries-of-calls.ts';
import { plainName } from './name-speakers.ts';
import type { RunRequest } from './run-request.ts';

/** The decision about one call. */
export type Verdict =
  | { kind: 'run' }
  | {
      kind: 'ask';
      request: Pick<Permission, 'answeredBy' | 'arguments'> & { hosts?: CallHosts; secrets?: string[] };
    }
  | Denial;

interface Denial {
  kind: 'deny';
  resultType: 'denied' | 'failure';
  /** The text that the model reads. */
  message: string;
}

export type DecideCall = (call: { toolName: string; input: unknown }) => Verdict;

/** Decides by the team's current policy. All calls of one step are decided by the same version of it. */
export async function readToolPolicy({
  tools,
  settings,
  log,
  workspace,
  author,
}: Pick<RunRequest, 'tools' | 'settings' | 'log' | 'workspace' | 'author'>): Promise<DecideCall> {
  const [approvals, teamCalls, network, workspaceSecrets, { mayUse, mayRun }] = await Promise.all([
    settings.readApprovals(),
    settings.readAllowedCalls(),
    settings.readNetwork(workspace.name),
    settings.readSecrets(workspace.name),
    settings.readWorkspaceRights(author.id, workspace.name),
  ]);
  /** Whether exactly this call was allowed for good, by somebody who would be asked now. */
  const isAllowed = (
    toolName: string,
    input: unknown,
    answeredBy: Permission['answeredBy'],
    { hosts, secrets }: { hosts: readonly string[]; secrets: readonly string[] },
  ): boolean => {
    const calls = log.state.allowedCalls.filter(
      (call) => answeredBy === 'members' || call.answeredBy === 'admins',
    );
    // The team's calls are for all workspaces: a secret of the same name is another one there.
    const ofTeam = secrets.length > 0 ? [] : teamCalls;
    if (calls.length + ofTeam.length === 0 || isTooDeep(input)) return false;
    const asked = { toolName, arguments: JSON.parse(JSON.stringify(input)) as Json };
    return [...ofTeam, ...calls].some(
      (call) => isSameCall(call, asked) && uncoveredHosts(hosts, call.hosts ?? []).length === 0,
    );
  };
  return ({ toolName, input }) => {
    // It may have been closed to them since the run began.
    if (!mayUse) return denied(`${plainName(author.name)} use this workspace`);
    const tool = tools.find(({ name }) => name === toolName);
    // An invalid call fails at the choke point, so nobody is asked to approve it.
    if (!tool?.inputSchema.safeParse(input).success) return { kind: 'run' };
    if (tool.needsCommands && !mayRun)
      return denied(`${plainName(author.name)} run commands in this workspace`);
    const secrets = askedSecrets(tool, input);
    const problem = unknownSecrets(
      secrets,
      workspaceSecrets.map(({ name }) => name),
    );
    if (problem !== null) return { kind: 'deny', resultType: 'failure', message: problem };
    const hosts = hostsOfCall(tool, input, standingGrants(log.state, network));
    const policies = [
      approvalFor(approvals, tool.name, settings.approvalOfOther(tool)),
      ...(hosts.asked.length > 0 ? [network.approval] : []),
      ...(secrets.length > 0 ? ['ask' as const] : []),
    ];
    if (policies[0] === 'deny') return denied(`${toolName} run`);
    if (policies.includes('deny')) return denied(`commands reach ${hosts.asked.join(', ')}`);
    if (policies[0] === 'auto' && policies.length === 1) return { kind: 'run' };
    const answeredBy = policies.includes('ask_admins') ? 'admins' : 'members';
    return isAllowed(tool.name, input, answeredBy, { hosts: hosts.asked, secrets })
      ? { kind: 'run' }
      : asking(input, answeredBy, { hosts, secrets });
  };
}

const denied = (what: string): Denial => ({
  kind: 'deny',
  resultType: 'denied',
  message: `Denied: this team does not let ${what}. Do without it.`,
});

/** People see the exact call, however long; if they cannot judge it, they are not asked. */
function asking(
  input: unknown,
  answeredBy: Permission['answeredBy'],
  { hosts, secrets }: { hosts: CallHosts; secrets: string[] },
): Verdict {
  const text = isTooDeep(input) ? null : JSON.stringify(input);
  if (text !== null && text.length <= limits.askedArgumentCharacters) {
    const reached = {
      ...(hosts.asked.length + hosts.allowed.length > 0 ? { hosts } : {}),
      ...(secrets.length > 0 ? { secrets } : {}),
    };
    return { kind: 'ask', request: { answeredBy, arguments: JSON.parse(text) as Json, ...reached } };
  }
  const message =
    'Not run: a person must allow this first, and it is too long to be judged. Do it in smaller calls.';
  return { kind: 'deny', resultType: 'failure', message: message };
}

/** The result of a call that does not run. */
export const deniedCall = async (
  toolCallId: string,
  { message, resultType }: Omit<Denial, 'kind'>,
): Promise<ToolCallOutcome> => ({ ...(await failedCall(toolCallId, message)), resultType });

/**
 * Logs the outcome of answered calls that will not run: refused, approved under a policy that has become
 * stricter, or of a tool that no longer exists. Calls that remain open were approved, and run.
 */
export async function settleAnswers(request: RunRequest, decide: DecideCall): Promise<void> {
  const { log, settings } = request;
  const timestamp = new Date(settings.nowMs()).toISOString();
  for (const call of openCalls(log.state)) {
    if (!call.permission) continue;
    const events = await settle(request, call, call.permission, decide, timestamp);
    if (events.length > 0) await log.append(events);
  }
}

/** What is logged of an answered call that will not run; nothing if it runs. */
export async function settle(
  request: Account & Pick<RunRequest, 'settings' | 'tools'>,
  { toolCallId, toolName }: ToolCallState,
  { requestId, arguments: asked, answer }: Permission,
  decide: DecideCall,
  timestamp: string,
): Promise<NewEvent[]> {
  const complete = async (outcome: ToolCallOutcome) => {
    await recordUnrunCall(request, request.settings, toolName, outcome);
    return durableEvent('tool.execution_complete', outcome, timestamp);
  };
  if (answer?.result === 'rejected') {
    const refused = await failedCall(toolCallId, formatRefusal(answer));
    return [await complete({ ...refused, resultType: 'rejected' })];
  }
  if (!request.tools.some(({ name }) => name === toolName)) {
    return [await complete(await failedCall(toolCallId, `${toolName} is not available now.`))];
  }
  const verdict = decide({ toolName, input: asked });
  if (verdict.kind !== 'deny') return [];
  return [
    durableEvent('permission.completed', { requestId, result: 'denied', by: null }, timestamp),
    await complete(await deniedCall(toolCallId, verdict)),
  ];
}

/** On one line, so that a person's words cannot begin a line of their own. */
function formatRefusal({ by, reason }: PermissionAnswer): string {
  const name = by ? plainName(by.name) : 'a member';
  const words = reason?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return `Refused by ${name}${words ? `: ${words}` : '.'}`;
}
