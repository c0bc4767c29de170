import { openCalls } from '#lib/core/conversation/permissions.ts';
import type { Activity } from '#lib/core/vocabulary/activity.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { delegateProfile } from '#lib/core/vocabulary/tools/delegate.ts';
import { failedCall } from '#lib/tools/failed-call.ts';
import { callAndReport } from '../ai-tools.ts';
import { recordOrphanedCalls } from '../ledger-entries-of-calls.ts';
import type { RunRequest } from '../run-request.ts';

/**
 * For a run whose process ended while sub-agents worked: reports what they had, so that it goes on. Calls that ran
 * beside them are lost.
 */
export async function resumeDelegations(request: RunRequest, within: Activity): Promise<void> {
  const { log, settings, tools } = request;
  for (const { toolCallId, toolName, arguments: input, status } of openCalls(log.state)) {
    if (status !== 'running') continue;
    const tool = tools.find(({ name }) => name === toolName);
    if (tool?.name === delegateProfile.name) {
      await callAndReport(request, tool, { toolCallId, input, isRerun: false, within });
      continue;
    }
    const lost = await failedCall(toolCallId, 'Interrupted: the server stopped before it finished.');
    await recordOrphanedCalls(request, settings, toolName, lost);
    const timestamp = new Date(settings.nowMs()).toISOString();
    await log.append([durableEvent('tool.execution_complete', lost, timestamp)]);
  }
}
