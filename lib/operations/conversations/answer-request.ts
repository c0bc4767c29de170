import type { Permission } from '#lib/core/conversation/conversation-state.ts';
import { forbidden, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { workspaceHostSettings, workspaceHostsOf } from '#lib/core/vocabulary/network/host-grant.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { allowedCallSetting, allowedCallsOf } from '#lib/core/vocabulary/tools/allowed-call.ts';
import { approvalFor } from '#lib/core/vocabulary/tools/approval.ts';
import { type Answer, readPermission } from '#lib/runs/answer-permission.ts';
import type { Services } from '#lib/services.ts';
import { requireCommandRight } from '../artifacts/check-policy.ts';
import { audit } from '../audit-log.ts';
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
  { decision, reason, always, hosts }: Omit<Answer, 'by'>,
): Promise<void> {
  const { call, permission } = await readPermission(services.stores, conversation.id, requestId);
  if (decision === 'approved') requireCommandRight(member, call.toolName, conversation.workspace);
  const asksAdmin =
    permission.answeredBy === 'admins' ||
    (permission.hosts !== null &&
      permission.hosts.asked.length > 0 &&
      (await services.readNetwork(conversation.workspace)).approval === 'ask_admins') ||
    approvalFor(
      await services.readApprovals(),
      call.toolName,
      services.approvalOfOther({ name: call.toolName, changesNothing: false }),
    ) === 'ask_admins';
  const isAdmin = may(member, 'manage', { kind: 'team' });
  if (asksAdmin && !isAdmin) throw forbidden('Only an admin can answer this');
  if (always === 'team' && !isAdmin) throw forbidden('Only an admin can allow a call for the team');
  if (hosts === 'workspace' && !isAdmin) throw forbidden('Only an admin can allow hosts for a workspace');
  if (always !== undefined) checkAlways(decision, permission);
  if (always === 'team' && permission.secrets.length > 0) {
    const message = 'A call that gets a secret is for its workspace: allow it for the conversation';
    throw new VitrineError('invalid_request', message);
  }
  if (hosts !== undefined) checkHosts(decision, permission);
  if (hosts === 'workspace') await checkHostRoom(services, conversation.workspace, permission);
  const by = { id: member.id, name: member.name };
  const answer = { decision, reason: reason || undefined, always, hosts, by };
  if (always === 'team') await checkRoom(services);
  if (!(await services.runner.answer(conversation.id, requestId, answer)).isNew) return;
  // Only the answer that counts: somebody may have refused first.
  if (always === 'team') await allowForTeam(services, conversation.id, call.toolName, permission, by);
  const asked = permission.hosts?.asked ?? [];
  if (hosts === 'workspace') await allowHosts(services, conversation.workspace, asked, by);
  const subject = auditedConversation(conversation);
  const verb = decision === 'approved' ? 'allowed' : 'refused';
  const detail = [
    `${call.toolName} ${verb}`,
    ...(always === undefined ? [] : [`always, for the ${always}`]),
    ...(permission.secrets.length === 0 ? [] : [`with ${permission.secrets.join(' ')}`]),
    ...(asked.length === 0 ? [] : [`${asked.join(' ')} for the ${hosts ?? 'command'}`]),
  ].join(', ');
  await audit(services, origin, 'permission.answered', member, { subject, detail });
}

/** @throws VitrineError `invalid_request`, `too_large` */
function checkAlways(decision: Answer['decision'], { arguments: input }: Permission): void {
  if (decision !== 'approved')
    throw new VitrineError('invalid_request', 'Only an allowed call can be allowed for good');
  if (JSON.stringify(input).length > limits.allowedCallCharacters) {
    throw new VitrineError('too_large', 'This call is too long to be allowed for good. Allow it once');
  }
}

/** @throws VitrineError `too_large` */
async function checkRoom({ stores }: Services): Promise<void> {
  if (allowedCallsOf(await stores.settings.get()).length < limits.allowedCalls) return;
  throw new VitrineError('too_large', 'Too many calls are allowed for the team. Remove some first');
}

/** @throws VitrineError `invalid_request` */
function checkHosts(decision: Answer['decision'], { hosts }: Permission): void {
  if (decision === 'approved' && hosts !== null && hosts.asked.length > 0) return;
  throw new VitrineError('invalid_request', 'This allows no hosts');
}

/** @throws VitrineError `too_large` */
async function checkHostRoom({ stores }: Services, workspace: string, { hosts }: Permission): Promise<void> {
  const allowed = workspaceHostsOf(await stores.settings.get(), workspace);
  if (allowed.length + (hosts?.asked.length ?? 0) <= limits.workspaceHosts) return;
  throw new VitrineError('too_large', 'Too many hosts are allowed for this workspace. Remove some first');
}

async function allowHosts(
  { stores, nowMs }: Services,
  workspace: string,
  asked: readonly string[],
  by: Answer['by'],
): Promise<void> {
  const allowedAt = new Date(nowMs()).toISOString();
  const grants = asked.map((host) => ({ host, by: { id: by.id, name: by.name }, allowedAt }));
  await stores.settings.change(workspaceHostSettings(workspace, grants));
}

async function allowForTeam(
  { stores, nowMs }: Services,
  conversationId: string,
  toolName: string,
  { requestId, arguments: input, hosts }: Permission,
  by: Answer['by'],
): Promise<void> {
  const allowedAt = new Date(nowMs()).toISOString();
  const call = {
    id: requestId,
    toolName,
    arguments: input,
    ...(hosts !== null && hosts.asked.length > 0 ? { hosts: hosts.asked } : {}),
    conversationId,
    by: { id: by.id, name: by.name },
    allowedAt,
  };
  await stores.settings.change(allowedCallSetting(call));
}
