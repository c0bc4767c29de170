import { forbidden } from '#lib/core/errors.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { approvalFor, refusalByHand } from '#lib/core/vocabulary/tools/approval.ts';
import type { Services } from '#lib/services.ts';

/**
 * Whether a member may run a tool themselves, under the present policy.
 * @throws VitrineError `forbidden`
 */
export async function checkPolicy(
  { readApprovals, approvalOfOther }: Pick<Services, 'readApprovals' | 'approvalOfOther'>,
  member: Member,
  toolName: string,
): Promise<void> {
  const isAdmin = may(member, 'manage', { kind: 'team' });
  // Nobody is asked: what matters is who may run it, not what it says of itself.
  const otherwise = approvalOfOther({ name: toolName, changesNothing: false });
  const policy = approvalFor(await readApprovals(), toolName, otherwise);
  const refusal = refusalByHand(policy, toolName, isAdmin);
  if (refusal !== null) throw forbidden(refusal);
}
