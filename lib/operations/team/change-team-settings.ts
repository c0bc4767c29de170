import { VitrineError } from '#lib/core/errors.ts';
import { type BudgetChange, budgetName } from '#lib/core/vocabulary/budget/budget.ts';
import { formatAmount } from '#lib/core/vocabulary/budget/format-budget.ts';
import { formatLifetime } from '#lib/core/vocabulary/lifetime.ts';
import type { AuditAction } from '#lib/core/vocabulary/team/audit.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { formatRetention } from '#lib/core/vocabulary/team/retention.ts';
import {
  type SettingsChange,
  type TeamSettings,
  toChosenSettings,
  writtenInstructionsSchema,
} from '#lib/core/vocabulary/team/team-settings.ts';
import type { ApprovalPolicy } from '#lib/core/vocabulary/tools/approval.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { Services } from '#lib/services.ts';
import { audit } from '../audit-log.ts';
import { checkReplaced } from '../check-replaced.ts';
import type { Origin } from '../origin.ts';
import { requireBudgetSubject } from './budget-subject.ts';
import { readTeamSettings } from './read-team-settings.ts';

interface SettingChange {
  action: AuditAction;
  /** The tool whose policy changed, or the subject of the budget. */
  subject?: { id: string; name: string };
  detail: string;
}

/**
 * Stores an admin's decisions, and records in the audit log what they changed.
 * @throws VitrineError `not_found` for a budget of an unknown subject, or an unknown MCP server; `not_possible` for
 * instructions where others were saved meanwhile
 */
export async function changeTeamSettings(
  services: Services,
  origin: Origin,
  member: Member,
  change: SettingsChange,
): Promise<void> {
  checkModels(services, change);
  await checkServers(services, change);
  const before = await readTeamSettings(services, member);
  const budgets = await describeBudgets(services, member, before, change.budgets ?? []);
  const by = { id: member.id, name: member.name };
  const at = new Date(services.nowMs()).toISOString();
  const { teamInstructions, replacedInstructions } = change;
  if (teamInstructions !== undefined) {
    const written = teamInstructions === '' ? null : { content: teamInstructions, by, changedAt: at };
    await services.stores.settings.update('teamInstructions', (stored) => {
      checkReplaced(writtenInstructionsSchema.nullable().parse(stored), replacedInstructions);
      return written;
    });
  }
  await services.stores.settings.change(toChosenSettings(change));
  if (change.gatewayServers !== undefined) services.toolChanges.announce();
  for (const { action, ...entry } of [...describeChanges(before, change), ...budgets]) {
    await audit(services, origin, action, member, entry);
  }
}

/** @throws VitrineError `unknown_model` */
function checkModels({ models }: Services, { allowedModels, defaultModel }: SettingsChange): void {
  for (const id of [...(allowedModels ?? []), ...(defaultModel ? [defaultModel] : [])]) {
    if (models.find(id) === null) throw new VitrineError('unknown_model', `There is no model ${id} here`);
  }
}

/** @throws VitrineError `not_found` */
async function checkServers(
  { listMcpServers }: Services,
  { serverSplits = {}, gatewayServers = {}, serverApprovals = {} }: SettingsChange,
): Promise<void> {
  const servers = await listMcpServers();
  const ofTools = Object.keys(serverApprovals).map((tool) => serverOfTool(tool) ?? '');
  for (const server of [...Object.keys({ ...serverSplits, ...gatewayServers }), ...ofTools]) {
    if (!servers.has(server)) {
      throw new VitrineError('not_found', `There is no MCP server called ${server} here`);
    }
  }
}

function describeChanges(
  before: TeamSettings,
  {
    linkShares,
    widening,
    namesPeople,
    allowedModels,
    defaultModel,
    lifetimeSeconds,
    conversationDays,
    keptDays,
    auditDays,
    approvals = {},
    serverApprovals = {},
    serverSplits = {},
    gatewayServers = {},
    askAgain = [],
    continuesRuns,
    readsInstructionFiles,
    teamInstructions,
  }: SettingsChange,
): SettingChange[] {
  const policies: Readonly<Record<string, ApprovalPolicy>> = {
    ...before.serverApprovals,
    ...before.approvals,
  };
  const tools = Object.entries({ ...approvals, ...serverApprovals }).flatMap(
    ([name, policy]): SettingChange[] => {
      const was = policies[name] ?? 'as configured';
      const subject = { id: name, name };
      return was === policy ? [] : [{ action: 'policy.changed', subject, detail: `${was} to ${policy}` }];
    },
  );
  return [
    ...describeSwitch('links without sign-in', before.linkShares, linkShares),
    ...describeSwitch('widening of views', before.widening, widening),
    ...describeSwitch('figures of each person for everybody', before.namesPeople, namesPeople),
    ...describeValue('models', before.allowedModels?.join(', ') ?? 'all', allowedModels, (ids) =>
      ids === null ? 'all' : ids.join(', '),
    ),
    ...describeValue(
      'default model',
      before.defaultModel ?? 'the server’s',
      defaultModel,
      (id) => id ?? 'the server’s',
    ),
    ...describeValue(
      'how long results last',
      formatLifetime(before.lifetimeSeconds),
      lifetimeSeconds,
      formatLifetime,
    ),
    ...describeDays('conversations are deleted after', before.conversationDays, conversationDays),
    ...describeDays('kept results end after', before.keptDays, keptDays),
    ...describeDays('the audit log is deleted after', before.auditDays, auditDays),
    ...describeSwitch('continuing of interrupted runs', before.continuesRuns, continuesRuns),
    ...describeSwitch(
      'instructions in files of workspaces',
      before.readsInstructionFiles,
      readsInstructionFiles,
    ),
    ...describeValue(
      'instructions of the team',
      before.teamInstructions?.content ?? '',
      teamInstructions,
      String,
    ).map(({ action }) => ({
      action,
      // The words themselves are for the model, not for the log.
      detail:
        teamInstructions === '' ? 'instructions of the team: removed' : 'instructions of the team: changed',
    })),
    ...tools,
    ...Object.entries(serverSplits).flatMap(([server, isSplit]) =>
      describeSwitch(`splitting of results of ${server}`, before.serverSplits[server], isSplit),
    ),
    ...Object.entries(gatewayServers).flatMap(([server, isOn]) =>
      describeSwitch(`${server} in the gateway`, before.gatewayServers[server], isOn),
    ),
    ...before.allowedCalls
      .filter(({ id }) => askAgain.includes(id))
      .map(({ toolName }) => ({
        action: 'policy.changed' as const,
        subject: { id: toolName, name: toolName },
        detail: 'an allowed call asks again',
      })),
  ];
}

const describeValue = <T>(
  what: string,
  was: string,
  value: T | undefined,
  format: (value: T) => string,
): SettingChange[] =>
  value === undefined || format(value) === was
    ? []
    : [{ action: 'policy.changed', detail: `${what}: ${was} to ${format(value)}` }];

const describeDays = (what: string, was: number | null, days: number | null | undefined): SettingChange[] =>
  describeValue(what, formatRetention(was), days, formatRetention);

const describeSwitch = (what: string, was: boolean | undefined, is: boolean | undefined): SettingChange[] =>
  is === undefined || is === was
    ? []
    : [{ action: 'policy.changed', detail: `${what} ${is ? 'on' : 'off'}` }];

async function describeBudgets(
  services: Services,
  member: Member,
  before: TeamSettings,
  changes: readonly BudgetChange[],
): Promise<SettingChange[]> {
  const amounts = new Map(before.budgets.map((budget) => [budgetName(budget), budget.amount]));
  const parts = changes.map(async (change): Promise<SettingChange[]> => {
    const subject = await requireBudgetSubject(services, member, change);
    const was = amounts.get(budgetName(change)) ?? null;
    if (was === change.amount) return [];
    const report = (amount: number | null) => (amount === null ? 'none' : formatAmount(amount, change.unit));
    const detail = `a ${change.period}: ${report(was)} to ${report(change.amount)}`;
    return [{ action: 'budget.changed', subject, detail }];
  });
  return (await Promise.all(parts)).flat();
}
