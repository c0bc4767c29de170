import { forbidden } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { approvalFor, type Decision } from '#lib/core/vocabulary/tools/approval.ts';
import { readPermission } from '#lib/runs/answer-permission.ts';
import type { Services } from '#lib/services.ts';
import { audit, auditedConversation } from '../audit-log.ts';
import type { Origin } from '../origin.ts';

/**
 * Records a member's answer to a call that waits for approval; the first answer counts. Only an admin may
 * answer a request that asked for an admin, or that would ask for one under the present policy.
 * @throws VitrineError `not_found`, `forbidden`, `not_possible`
 */
export async function answerRequest(
  services: Services,
  origin: Origin,
  member: Member,
  conversation: Conversation,
  requestId: string,
  { decision, reason }: { decision: Decision; reason?: string | undefined },
): Promise<void> {
  const { call, permission } = await readPermission(services.stores, conversation.id, requestId);
  const asksAdmin =
    permission.answeredBy === 'admins' ||
    approvalFor(await services.readApprovals(), call.toolName) === 'ask_admins';
  if (asksAdmin && !may(member, 'manage', { kind: 'team' })) {
    throw forbidden('Only an admin can answer this');
  }
  const by = { id: member.id, name: member.name };
  const answer = { decision, reason: reason || undefined, by };
  if (!(await services.runner.answer(conversation.id, requestId, answer)).isNew) return;
  const subject = auditedConversation(conversation);
  const detail = `${call.toolName} ${decision === 'approved' ? 'allowed' : 'refused'}`;
  await audit(services, origin, 'permission.answered', member, { subject, detail });
}
