import { z } from 'zod';
import { type ToolName, toolNames } from './tool-profiles.ts';

/**
 * What a tool call needs before it runs: nothing, a member's approval, or an admin's approval; `deny` never
 * runs it.
 */
export const approvalPolicies = ['auto', 'ask', 'ask_admins', 'deny'] as const;
export const approvalPolicySchema = z.enum(approvalPolicies);
export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** The current policy of every tool, by name. */
export type Approvals = Readonly<Record<ToolName, ApprovalPolicy>>;

export const approvalFor = (approvals: Approvals, toolName: string): ApprovalPolicy =>
  Object.hasOwn(approvals, toolName) ? approvals[toolName as ToolName] : 'auto';

/**
 * Why a person may not run a tool themselves; `null`: they may. A person who could approve the agent's call
 * needs no approval.
 */
export function refusalByHand(approvals: Approvals, toolName: string, isAdmin: boolean): string | null {
  const policy = approvalFor(approvals, toolName);
  if (policy === 'deny') return `The team’s policy does not allow ${toolName}`;
  return policy === 'ask_admins' && !isAdmin ? `Only an admin can run ${toolName} here` : null;
}

/** Policies that were chosen for individual tools. */
export const chosenApprovalsSchema = z.partialRecord(z.enum(toolNames), approvalPolicySchema);
export type ChosenApprovals = z.infer<typeof chosenApprovalsSchema>;

/** An admin's choice overrides the config's entry for the tool, which overrides its `*` entry. */
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

/** A member's answer to a call that asks for approval. */
export const decisionSchema = z.enum(['approved', 'rejected']);
export type Decision = z.infer<typeof decisionSchema>;
