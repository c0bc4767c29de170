import { artifactOf, type RerunItem } from '../core/conversation/conversation-state.ts';
import { isRepeatable } from '../core/conversation/is-repeatable.ts';
import { durableEvent } from '../core/vocabulary/events.ts';
import { approvalFor, refusalByHand } from '../core/vocabulary/tools/approval.ts';
import type { Tool } from '../tools/tool-call.ts';
import { callTool } from './call-tool.ts';
import type { RunEnd } from './execute-run.ts';
import { hostsOfCall, standingGrants } from './host-grants.ts';
import type { RunRequest } from './run-request.ts';

type Rerun = Pick<RerunItem, 'toolCallId' | 'by'>;

/**
 * Runs a call again, for people: the same tool and arguments, with a new artifact that replaces the old one.
 * The model reads none of it, and its history does not change.
 */
export async function rerunCall(request: RunRequest, { toolCallId, by }: Rerun): Promise<RunEnd> {
  const { log, settings, tools } = request;
  const call = log.state.toolCalls[toolCallId];
  const replaced = call && artifactOf(call);
  const tool = tools.find(({ name }) => name === call?.toolName);
  if (!call || !replaced || !isRepeatable(call)) return failed('This cannot be run again.');
  if (!tool) return failed(`${call.toolName} is not available now.`);
  const refusal = await refusalNow(request, tool, call.arguments, by);
  if (refusal !== null) return failed(`${refusal}.`);
  const outcome = await callTool(request, tool, {
    toolCallId,
    input: call.arguments,
    isRerun: true,
    within: request.activity,
  });
  const { success, error, durationMs, toolTelemetry } = outcome;
  if (!success) return failed(error?.message ?? 'The call failed.');
  if (toolTelemetry.artifactId === null) return failed('The result could not be stored.');
  const event = { artifactId: replaced, toolCallId, by, durationMs, toolTelemetry };
  const timestamp = new Date(settings.nowMs()).toISOString();
  await log.append([durableEvent('artifact.replaced', event, timestamp)], { dropsLive: true });
  return { outcome: 'completed', failure: null };
}

/** It may have waited long, so the policy or the person's role may have changed. */
async function refusalNow(
  { settings, log, workspace }: RunRequest,
  tool: Tool,
  input: unknown,
  by: Rerun['by'],
): Promise<string | null> {
  const member = settings.isTeam ? await settings.stores.members.get(by.id) : null;
  const isAdmin = !settings.isTeam || (member?.role === 'admin' && member.removedAt === null);
  const otherwise = settings.approvalOfOther({ name: tool.name, changesNothing: false });
  const policy = approvalFor(await settings.readApprovals(), tool.name, otherwise);
  const network = await settings.readNetwork(workspace.name);
  const { asked } = hostsOfCall(tool, input, standingGrants(log.state, network));
  return (
    refusalByHand(policy, tool.name, isAdmin) ??
    (asked.length === 0 ? null : refusalByHand(network.approval, `what reaches ${asked.join(', ')}`, isAdmin))
  );
}

const failed = (message: string): RunEnd => ({
  outcome: 'failed',
  failure: { code: 'rerun_failed', message },
});
