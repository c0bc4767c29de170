import type { ApprovalPolicy } from '../../lib/core/approval.ts';

/** What comes before a call, as people say it in a team. */
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

/** Who is alone is any member and the admin. */
const alone: PolicyChoice[] = inTeam
  .filter(({ value }) => value !== 'ask_admins')
  .map((choice) => (choice.value === 'ask' ? { ...choice, label: 'Asks me first' } : choice));

export const policyChoices = (isTeam: boolean): PolicyChoice[] => (isTeam ? inTeam : alone);

/** Which of the choices a policy is. */
export const choiceOf = (policy: ApprovalPolicy, isTeam: boolean): ApprovalPolicy =>
  !isTeam && policy === 'ask_admins' ? 'ask' : policy;
