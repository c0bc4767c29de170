import { forbidden } from '#lib/core/errors.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { refusalByHand } from '#lib/core/vocabulary/tools/approval.ts';
import type { Services } from '#lib/services.ts';

/**
 * Whether a member may run a tool themselves, under the present policy.
 * @throws VitrineError `forbidden`
 */
export async function checkPolicy(
  { readApprovals }: Pick<Services, 'readApprovals'>,
  member: Member,
  toolName: string,
): Promise<void> {
  const isAdmin = may(member, 'manage', { kind: 'team' });
  const refusal = refusalByHand(await readApprovals(), toolName, isAdmin);
  if (refusal !== null) throw forbidden(refusal);
}
