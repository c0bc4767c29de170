import { approvalFor } from '../core/approval.ts';
import { forbidden } from '../core/errors.ts';
import type { Member } from '../core/member.ts';
import { may } from '../core/rights.ts';
import type { Services } from '../services.ts';

/**
 * Whether a member may run a tool by their own hand: who could allow the agent's call needs nobody's leave.
 * @throws VitrineError `forbidden`
 */
export async function checkPolicy(
  { readApprovals }: Pick<Services, 'readApprovals'>,
  member: Member,
  toolName: string,
): Promise<void> {
  const policy = approvalFor(await readApprovals(), toolName);
  if (policy === 'deny') throw forbidden(`This team does not let ${toolName} run`);
  if (policy === 'ask_admins' && !may(member, 'manage', { kind: 'team' })) {
    throw forbidden(`Only an admin may run ${toolName} here`);
  }
}
