import { z } from 'zod';
import { approvalPolicySchema } from '../core/approval.ts';
import { parseCloneUrl } from '../core/clone-url.ts';
import { configFileName } from '../core/config-file-name.ts';
import { limits } from '../core/limits.ts';
import { dollarsSchema } from '../core/prices.ts';
import { type ToolName, toolNames } from '../core/tool-names.ts';
import { type SplitLevel, splitLevels } from '../split/split.ts';
import { configuredBudgetSchema } from './configured-budget.ts';

/** `off` is said by `split`. */
const levels = splitLevels.filter((level): level is Exclude<SplitLevel, 'off'> => level !== 'off');

const toolSettingsSchema = z
  .strictObject({
    split: z.boolean().optional().describe('false: the model reads results whole, up to 25,000 tokens'),
    level: z.enum(levels).optional().describe('How much of a result the model reads; default: VITRINE_SPLIT'),
    budgetTokens: z
      .int()
      .min(40)
      .max(limits.hardCeilingTokens)
      .optional()
      .describe('The most tokens of a view, in the place of what the level gives'),
  })
  .refine(({ split, ...rest }) => split !== false || Object.keys(rest).length === 0, {
    error: 'split is false, so level and budgetTokens say nothing: leave them out, or split',
  })
  .meta({ id: 'tool' });
export type ToolSettings = z.infer<typeof toolSettingsSchema>;

const toolSettings = toolSettingsSchema.optional();
const byTool = Object.fromEntries(toolNames.map((name) => [name, toolSettings])) as Record<
  ToolName,
  typeof toolSettings
>;

const approvalPolicy = approvalPolicySchema
  .optional()
  .describe('auto: runs at once; ask: any member allows it first; ask_admins: an admin does; deny: never');
const policies = Object.fromEntries(toolNames.map((name) => [name, approvalPolicy])) as Record<
  ToolName,
  typeof approvalPolicy
>;

const modelSettingsSchema = z.strictObject({
  vision: z.boolean().optional().describe('Whether it can look at images; default: VITRINE_MODEL_VISION'),
  contextTokens: z.int().min(1_000).max(100_000_000).optional().describe('Tokens it takes in at once'),
});

/** The one optional file of settings that are too rich for a variable. Unknown keys are mistakes. */
export const configFileSchema = z.strictObject({
  $schema: z.string().optional(),
  tools: z
    .strictObject({ '*': toolSettings, ...byTool })
    .optional()
    .describe('How the results of a tool are split; * is every tool without an entry of its own'),
  excludedTools: z.array(z.enum(toolNames)).optional().describe('Tools the model is not offered'),
  approvals: z
    .strictObject({ '*': approvalPolicy, ...policies })
    .optional()
    .describe(
      'What comes before a call of a tool; * is every tool without an entry of its own. Admins may choose otherwise',
    ),
  models: z
    .record(z.string().min(1), modelSettingsSchema)
    .optional()
    .describe('What is known of models, by the name in VITRINE_MODEL'),
  cloneFrom: z
    .array(
      z.string().refine((text) => parseCloneUrl(text) !== null, {
        error: 'it is no address that repositories can lie under, such as https://git.example.com/team',
      }),
    )
    .optional()
    .describe(
      'Addresses (https) under which admins may clone repositories as workspaces; none: cloning is off',
    ),
  workspaceFolders: z
    .array(z.string().startsWith('/', 'it is not absolute'))
    .optional()
    .describe('Folders in which admins may name workspaces; without sign-in it may be any folder'),
  secretNames: z
    .array(
      z
        .string()
        .regex(/^[^/?[\]\\\p{Cc}]+$/u, 'it is a name, with * for any characters and without / ? [ ] and \\')
        .refine((name) => /[^*]/.test(name), 'it would hide everything'),
    )
    .max(100)
    .optional()
    .describe(
      'Names of files and folders that tools and commands do not see, besides .env files and private keys',
    ),
  budgets: z
    .array(configuredBudgetSchema)
    .optional()
    .describe('What may be spent in a day or month. Admins may choose otherwise'),
  prices: z
    .record(z.string().min(1), dollarsSchema)
    .optional()
    .describe('Dollars a million tokens of a model, by its name: goes before what is known of it'),
});
export type ConfigFile = z.infer<typeof configFileSchema>;

/** For editors: `vitrine.config.schema.json`. */
export const configFileJsonSchema = (): object => ({
  ...z.toJSONSchema(configFileSchema, { io: 'input' }),
  title: configFileName,
});
