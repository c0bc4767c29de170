import { forbidden } from '#lib/core/errors.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { approvalFor, refusalByHand } from '#lib/core/vocabulary/tools/approval.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import type { Services } from '#lib/services.ts';

/**
 * Whether a member may run a tool themselves in a workspace, under the present policy.
 * @throws VitrineError `forbidden`
 */
export async function checkPolicy(
  { readApprovals, approvalOfOther }: Pick<Services, 'readApprovals' | 'approvalOfOther'>,
  member: Member,
  toolName: string,
  workspace: string,
): Promise<void> {
  requireCommandRight(member, toolName, workspace);
  const isAdmin = may(member, 'manage', { kind: 'team' });
  // Nobody is asked: what matters is who may run it, not what it says of itself.
  const otherwise = approvalOfOther({ name: toolName, changesNothing: false });
  const policy = approvalFor(await readApprovals(), toolName, otherwise);
  const refusal = refusalByHand(policy, toolName, isAdmin);
  if (refusal !== null) throw forbidden(refusal);
}

/**
 * Whether a member may have a tool run that runs commands, themselves or by allowing a call of the agent.
 * @throws VitrineError `forbidden`
 */
export function requireCommandRight(member: Member, toolName: string, workspace: string): void {
  if (profileOf(toolName)?.runsCommands && !may(member, 'write', { kind: 'workspace', name: workspace }))
    throw forbidden('You may not run commands in this workspace');
}
