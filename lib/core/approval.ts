import { z } from 'zod';
import { type ToolName, toolNames } from './tool-names.ts';

/** What comes before a call of a tool: nothing, a member's leave, an admin's leave, or never. */
export const approvalPolicies = ['auto', 'ask', 'ask_admins', 'deny'] as const;
export const approvalPolicySchema = z.enum(approvalPolicies);
export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** Of every tool by its name, as they hold now. */
export type Approvals = Readonly<Record<ToolName, ApprovalPolicy>>;

export const approvalFor = (approvals: Approvals, toolName: string): ApprovalPolicy =>
  Object.hasOwn(approvals, toolName) ? approvals[toolName as ToolName] : 'auto';

/**
 * Why a person may not run a tool by their own hand; `null`: they may. Who could allow the agent's call needs nobody's leave.
 */
export function refusalByHand(approvals: Approvals, toolName: string, isAdmin: boolean): string | null {
  const policy = approvalFor(approvals, toolName);
  if (policy === 'deny') return `The team’s policy does not allow ${toolName}`;
  return policy === 'ask_admins' && !isAdmin ? `Only an admin can run ${toolName} here` : null;
}

/** What was decided of single tools. */
export const chosenApprovalsSchema = z.partialRecord(z.enum(toolNames), approvalPolicySchema);
export type ChosenApprovals = z.infer<typeof chosenApprovalsSchema>;

/** What an admin chose goes before the config's entry of the tool, that before its `*`. */
export function resolveApprovals(
  chosen: ChosenApprovals,
  configured: Readonly<Partial<Record<ToolName | '*', ApprovalPolicy | undefined>>>,
): Approvals {
  const entries = toolNames.map((name) => [
    name,
    chosen[name] ?? configured[name] ?? configured['*'] ?? 'auto',
  ]);
  return Object.fromEntries(entries) as Approvals;
}

/** What a member says to a call that asks. */
export const decisionSchema = z.enum(['approved', 'rejected']);
export type Decision = z.infer<typeof decisionSchema>;
