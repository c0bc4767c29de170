import type { ApprovalPolicy } from '#lib/core/vocabulary/tools/approval.ts';

/** Approval policies, worded for a team. */
export const policyWords: Record<ApprovalPolicy, string> = {
  auto: 'Runs without asking',
  ask: 'Asks any member',
  ask_admins: 'Asks an admin',
  deny: 'Never runs',
};

export interface PolicyChoice {
  value: ApprovalPolicy;
  label: string;
}

const inTeam: PolicyChoice[] = Object.entries(policyWords).map(([value, label]) => ({
  value: value as ApprovalPolicy,
  label,
}));

/** In local mode, the one member is also the admin, so these policies are the same. */
const alone: PolicyChoice[] = inTeam
  .filter(({ value }) => value !== 'ask_admins')
  .map((choice) => (choice.value === 'ask' ? { ...choice, label: 'Asks me first' } : choice));

export const policyChoices = (isTeam: boolean): PolicyChoice[] => (isTeam ? inTeam : alone);

/** A policy, worded for a team or for somebody alone. */
export const policyLabel = (policy: ApprovalPolicy, isTeam: boolean): string =>
  policyChoices(isTeam).find(({ value }) => value === choiceOf(policy, isTeam))?.label ?? policyWords[policy];

/** The choice that a policy corresponds to. */
export const choiceOf = (policy: ApprovalPolicy, isTeam: boolean): ApprovalPolicy =>
  !isTeam && policy === 'ask_admins' ? 'ask' : policy;
