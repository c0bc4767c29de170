import type { Permission, ToolCallState } from '../core/conversation/conversation-state.ts';
import { findPermission } from '../core/conversation/permissions.ts';
import { notFound, VitrineError } from '../core/errors.ts';
import { durableEvent, type EventData } from '../core/vocabulary/events.ts';
import type { HostScope } from '../core/vocabulary/network/host-grant.ts';
import type { Decision } from '../core/vocabulary/tools/approval.ts';
import type { Stores } from '../stores/stores.ts';
import { stateFromLog } from './conversation-log.ts';
import type { MessageAuthor } from './queue-decisions.ts';

export interface Answer {
  decision: Decision;
  reason?: string | undefined;
  /** Where the same call runs without asking from now on. */
  always?: 'conversation' | 'team' | undefined;
  /** Where the hosts that it asks for may be reached from now on. */
  hosts?: HostScope | undefined;
  by: MessageAuthor;
}

/**
 * The approval request as logged, open or answered.
 * @throws VitrineError `not_found`
 */
export async function readPermission(
  { events }: Pick<Stores, 'events'>,
  conversationId: string,
  requestId: string,
): Promise<{ call: ToolCallState; permission: Permission }> {
  const found = findPermission(await stateFromLog(events, conversationId), requestId);
  if (!found) throw notFound();
  return found;
}

/**
 * Logs a member's answer. If the same member gives the same answer again, nothing changes and it does not
 * count as new.
 * @throws VitrineError `not_found`, `not_possible` if somebody else answered first or the run has ended
 */
export async function answerPermission(
  stores: Pick<Stores, 'events' | 'leases'>,
  conversationId: string,
  requestId: string,
  { decision, reason, always, hosts, by }: Answer,
  now: string,
): Promise<{ isNew: boolean }> {
  const { call, permission } = await readPermission(stores, conversationId, requestId);
  if (call.status === 'complete' && !permission.answer) {
    throw new VitrineError('not_possible', 'The run has ended, so nobody needs to answer this');
  }
  const data: EventData<'permission.completed'> = { requestId, result: decision, by };
  if (reason !== undefined) data.reason = reason;
  if (always !== undefined) data.always = always;
  if (hosts !== undefined) data.hosts = hosts;
  await stores.leases.setPending(conversationId, true);
  const once = { onceKey: `permission:${requestId}` };
  const result = await stores.events.append(
    conversationId,
    [durableEvent('permission.completed', data, now)],
    once,
  );
  if (result.status !== 'repeated' || result.event.type !== 'permission.completed') return { isNew: true };
  const first = result.event.data;
  if (first.by?.id === by.id && first.result === decision) return { isNew: false };
  const verb = first.result === 'approved' ? 'allowed' : 'refused';
  throw new VitrineError('not_possible', `${first.by?.name ?? 'The policy'} has already ${verb} this`);
}
