import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import { chosenAgentsSchema } from '../agents/chosen-agents.ts';
import {
  budgetChangeSchema,
  budgetName,
  budgetSchema,
  type ChosenBudgets,
  chosenBudgetsSchema,
} from '../budget/budget.ts';
import { chosenSetUpsSchema } from '../environment/set-up.ts';
import { chosenVariablesSchema } from '../environment/variable.ts';
import { chosenSecretsSchema } from '../environment/workspace-secret.ts';
import { chosenRemotesSchema } from '../git-remote.ts';
import { lifetimeRange } from '../lifetime.ts';
import { chosenWorkspaceHostsSchema } from '../network/host-grant.ts';
import { chosenWebhookSchema } from '../notifications/webhook.ts';
import { chosenAddedServersSchema } from '../tools/added-server.ts';
import { allowedCallName, allowedCallViewSchema, chosenAllowedCallsSchema } from '../tools/allowed-call.ts';
import { approvalPolicySchema, type ChosenApprovals, chosenApprovalsSchema } from '../tools/approval.ts';
import { mcpServerName } from '../tools/mcp-name.ts';
import { chosenServerApprovalsSchema, serverToolSchema } from '../tools/server-approvals.ts';
import { gatewaySwitch, splitSwitch } from '../tools/server-switches.ts';
import { type ToolName, toolNames } from '../tools/tool-profiles.ts';
import { auditPositionSchema } from './audit.ts';
import { chosenRetentionShape, retentionShape } from './retention-schema.ts';
import { chosenAccessSchema } from './workspace-access.ts';

export const writtenInstructionsSchema = z.object({
  content: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  changedAt: z.iso.datetime(),
});

/** What admins decide for the whole team. */
export const teamSettingsSchema = z.strictObject({
  /** Whether shares may be opened without signing in. */
  linkShares: z.boolean(),
  /** Whether views that the model often asks more of get more room automatically. */
  widening: z.boolean(),
  /** Who is asked before a tool runs. */
  approvals: z.record(z.enum(toolNames), approvalPolicySchema),
  /** The same for tools of MCP servers, where an admin decided. */
  serverApprovals: z.record(serverToolSchema, approvalPolicySchema),
  /** Whether the results of MCP servers are split, by server, where an admin decided. */
  serverSplits: z.record(z.string().regex(mcpServerName), z.boolean()),
  /** Whether clients of the gateway may call the tools of MCP servers, by server, where an admin decided. */
  gatewayServers: z.record(z.string().regex(mcpServerName), z.boolean()),
  /** Whether everybody may see each person's figures. */
  namesPeople: z.boolean(),
  /** IDs of the models that may be chosen; `null`: all of the server. */
  allowedModels: z.array(z.string().max(200)).min(1).max(100).readonly().nullable(),
  /** ID of the model that is used where nobody chose; `null`: the server's. */
  defaultModel: z.string().max(200).nullable(),
  /** How long results last from their making, in seconds; `null`: as long as their conversation. */
  lifetimeSeconds: z.int().min(lifetimeRange.min).max(lifetimeRange.max).nullable(),
  ...retentionShape,
  /** Whether runs that were interrupted are continued without anybody asking. */
  continuesRuns: z.boolean(),
  /** Whether a file of the workspace, such as `AGENTS.md`, tells the model something in each conversation. */
  readsInstructionFiles: z.boolean(),
  /** What the team tells the model in each conversation, with who wrote it; `null`: nothing. */
  teamInstructions: writtenInstructionsSchema.nullable(),
  /** Calls that run without asking, though their tool asks. */
  allowedCalls: z.array(allowedCallViewSchema).readonly(),
  /** The budgets that are in effect, as far as the caller may know them. */
  budgets: z.array(budgetSchema).readonly(),
});
export type TeamSettings = z.infer<typeof teamSettingsSchema>;

/** Which words somebody had before them when they wrote others. */
export const replacedSchema = z.iso
  .datetime()
  .nullable()
  .describe(
    '`changedAt` of the instructions that these replace; `null`: there were none. Others that were saved meanwhile stay: 409. Absent: whatever there is',
  );

/** Settings that change; `approvals`, `serverApprovals`, `serverSplits`, `gatewayServers` and `budgets` name only what changes in them. */
export const settingsChangeSchema = teamSettingsSchema
  .omit({ allowedCalls: true })
  .extend({
    approvals: chosenApprovalsSchema,
    budgets: z.array(budgetChangeSchema).max(100),
    /** IDs of allowed calls that ask again from now on. */
    askAgain: z.array(z.string().max(100)).max(100),
    /** Empty: none. */
    teamInstructions: z.string().trim().max(limits.instructionCharacters),
    replacedInstructions: replacedSchema,
  })
  .partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

const approvalSettings = Object.fromEntries(
  toolNames.map((name) => [`approval.${name}`, approvalPolicySchema]),
) as Record<`approval.${ToolName}`, typeof approvalPolicySchema>;

/** Only the settings that somebody changed, each under its own name; the others have their defaults. */
export const chosenSettingsSchema = z.intersection(
  z
    .object({
      ...chosenWebhookSchema.shape,
      linkShares: z.boolean(),
      widening: z.boolean(),
      namesPeople: z.boolean(),
      allowedModels: z.array(z.string()).nullable(),
      defaultModel: z.string().nullable(),
      lifetimeSeconds: z.number().nullable(),
      ...chosenRetentionShape,
      continuesRuns: z.boolean(),
      /** The last entry of the audit log that was sent to its sink. */
      auditForwarded: auditPositionSchema,
      readsInstructionFiles: z.boolean(),
      teamInstructions: writtenInstructionsSchema.nullable(),
      ...approvalSettings,
    })
    .partial(),
  z.intersection(
    chosenBudgetsSchema,
    z.intersection(
      chosenAllowedCallsSchema,
      z.intersection(
        z.intersection(splitSwitch.schema, gatewaySwitch.schema),
        z.intersection(
          chosenAddedServersSchema,
          z.intersection(
            chosenServerApprovalsSchema,
            z.intersection(
              chosenWorkspaceHostsSchema,
              z.intersection(
                chosenVariablesSchema,
                z.intersection(
                  chosenSecretsSchema,
                  z.intersection(
                    chosenSetUpsSchema,
                    z.intersection(
                      chosenRemotesSchema,
                      z.intersection(chosenAgentsSchema, chosenAccessSchema),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
);
export type ChosenSettings = z.infer<typeof chosenSettingsSchema>;

export const chosenApprovals = (chosen: ChosenSettings): ChosenApprovals =>
  definedOnly(toolNames.map((name) => [name, chosen[`approval.${name}`]]));

export const chosenBudgets = (chosen: ChosenSettings): ChosenBudgets =>
  definedOnly(Object.entries(chosen).filter(([name]) => name.startsWith('budget.')));

/** The stored form of a change, except for `teamInstructions`. */
export const toChosenSettings = ({
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
  budgets = [],
  askAgain = [],
  continuesRuns,
  readsInstructionFiles,
}: SettingsChange): ChosenSettings =>
  definedOnly([
    ['linkShares', linkShares],
    ['widening', widening],
    ['namesPeople', namesPeople],
    ['allowedModels', allowedModels],
    ['defaultModel', defaultModel],
    ['lifetimeSeconds', lifetimeSeconds],
    ['conversationDays', conversationDays],
    ['keptDays', keptDays],
    ['auditDays', auditDays],
    ['continuesRuns', continuesRuns],
    ['readsInstructionFiles', readsInstructionFiles],
    ...Object.entries({ ...approvals, ...serverApprovals }).map(([name, policy]): [string, unknown] => [
      `approval.${name}`,
      policy,
    ]),
    ...Object.entries(serverSplits).map(([server, isSplit]): [string, unknown] => [
      splitSwitch.nameFor(server),
      isSplit,
    ]),
    ...Object.entries(gatewayServers).map(([server, isOn]): [string, unknown] => [
      gatewaySwitch.nameFor(server),
      isOn,
    ]),
    ...budgets.map((budget): [string, unknown] => [budgetName(budget), budget.amount]),
    ...askAgain.map((id): [string, unknown] => [allowedCallName(id), null]),
  ]);

const definedOnly = (entries: [string, unknown][]): object =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));
