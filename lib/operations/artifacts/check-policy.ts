import { refusalByHand } from '../../core/approval.ts';
import { forbidden } from '../../core/errors.ts';
import type { Member } from '../../core/member.ts';
import { may } from '../../core/rights.ts';
import type { Services } from '../../services.ts';

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
