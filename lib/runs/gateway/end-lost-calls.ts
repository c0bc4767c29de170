import { openClientCalls } from '#lib/core/conversation/permissions.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { noModel } from '#lib/core/vocabulary/ledger/sums.ts';
import { failedCall } from '#lib/tools/failed-call.ts';
import type { ConversationLog } from '../conversation-log.ts';
import { recordOrphanedCalls } from '../ledger-entries-of-calls.ts';
import type { RunSettings } from '../run-settings.ts';
import { complete } from './perform-client-call.ts';

type Settings = Pick<RunSettings, 'stores' | 'ledger' | 'nowMs' | 'newId' | 'viewBudgets'>;

/** Ends the calls of clients whose process has ended: their lease is free. */
export async function endLostCalls(
  settings: Settings,
  { log, conversation }: { log: ConversationLog; conversation: Conversation },
): Promise<void> {
  const { leases } = settings.stores;
  for (const { toolCallId } of openClientCalls(log.state)) {
    const token = settings.newId('run');
    if (!(await leases.acquire(toolCallId, token, limits.leaseMs))) continue;
    // It may have ended between the two.
    await log.catchUp();
    const call = log.state.toolCalls[toolCallId];
    if (call && call.client !== null && call.status !== 'complete') {
      const outcome = await failedCall(toolCallId, 'Interrupted: the server stopped before it finished.');
      const account = {
        runId: toolCallId,
        conversation,
        log,
        model: { id: noModel.key },
        workspace: { name: conversation.workspace },
        author: call.client.by,
        agent: null,
        client: call.client.name,
      };
      await recordOrphanedCalls(account, settings, call.toolName, outcome);
      await complete(log, outcome, new Date(settings.nowMs()).toISOString());
    }
    await leases.release(toolCallId, token);
  }
}
