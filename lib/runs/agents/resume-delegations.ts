import { openCalls } from '#lib/core/conversation/permissions.ts';
import type { Activity } from '#lib/core/vocabulary/activity.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { delegateProfile } from '#lib/core/vocabulary/tools/delegate.ts';
import { failedCall } from '#lib/tools/failed-call.ts';
import { callAndReport } from '../ai-tools.ts';
import { recordOrphanedCalls } from '../ledger-entries-of-calls.ts';
import type { RunRequest } from '../run-request.ts';
import { endLostAgents } from './end-agent.ts';

/**
 * For a run whose process ended while sub-agents worked: reports what they had, so that it goes on. Calls that ran
 * beside them are lost; those that ask people wait on.
 */
export async function resumeDelegations(request: RunRequest, within: Activity): Promise<void> {
  const { log, tools } = request;
  await endLostAgents(request);
  for (const { toolCallId, toolName, arguments: input, status, permission } of openCalls(log.state)) {
    // One that asks, or was answered, waits or runs as ever.
    if (status === 'requested' && permission !== null) continue;
    const tool = tools.find(({ name }) => name === toolName);
    if (tool?.name === delegateProfile.name && status === 'running') {
      await callAndReport(request, tool, { toolCallId, input, isRerun: false, within });
    } else await reportLostCall(request, toolCallId, toolName);
  }
}

async function reportLostCall(request: RunRequest, toolCallId: string, toolName: string): Promise<void> {
  const { log, settings } = request;
  const lost = await failedCall(toolCallId, 'Interrupted: the server stopped before it finished.');
  await recordOrphanedCalls(request, settings, toolName, lost);
  const timestamp = new Date(settings.nowMs()).toISOString();
  await log.append([durableEvent('tool.execution_complete', lost, timestamp)]);
}
