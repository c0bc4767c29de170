import { auditedKind } from '#lib/runs/view-budgets.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/**
 * Undoes a widening that the recall rate caused, for later calls.
 * @throws VitrineError `not_found`, `not_possible`
 */
export async function undoWidening({ services, origin, member }: MemberCall, number: number): Promise<void> {
  const widening = await services.viewBudgets.undo(number, member);
  await audit(services, origin, 'view_budget.undone', member, {
    subject: auditedKind(widening),
    detail: `${widening.toTokens} back to ${widening.fromTokens} tokens`,
  });
}
