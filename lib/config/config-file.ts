import { z } from 'zod';
import { limits } from '../core/limits.ts';
import { agentName, agentSettingsSchema } from '../core/vocabulary/agents/agent.ts';
import { parseCloneUrl } from '../core/vocabulary/clone-url.ts';
import { configFileName } from '../core/vocabulary/config-file-name.ts';
import { dollarsSchema } from '../core/vocabulary/ledger/prices.ts';
import { parseHostName } from '../core/vocabulary/network/host.ts';
import { hostSchema } from '../core/vocabulary/network/host-schema.ts';
import { approvalPolicySchema } from '../core/vocabulary/tools/approval.ts';
import { toolNames } from '../core/vocabulary/tools/tool-profiles.ts';
import { type SplitLevel, splitLevels } from '../split/split.ts';
import { configuredBudgetSchema } from './configured-budget.ts';
import { mcpServersSchema } from './mcp-servers.ts';

/** `off` is configured by `split`. */
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
      .describe('Maximum tokens of a view; replaces what the level sets'),
  })
  .refine(({ split, ...rest }) => split !== false || Object.keys(rest).length === 0, {
    error: 'split is false, so level and budgetTokens have no effect: remove them, or set split to true',
  })
  .meta({ id: 'tool' });
export type ToolSettings = z.infer<typeof toolSettingsSchema>;

const approvalPolicy = approvalPolicySchema
  .optional()
  .describe('auto: runs without asking; ask: asks any member; ask_admins: asks an admin; deny: never runs');

/** Tools of our own by name, so that editors offer them, and any other pattern: the parser checks these. */
const byTool = <Setting extends z.ZodType>(setting: Setting) =>
  z.object(Object.fromEntries(['*', ...toolNames].map((name) => [name, setting]))).catchall(setting);

const modelSettingsSchema = z.strictObject({
  label: z.string().trim().min(1).max(60).optional().describe('What people read; default: its name'),
  model: z.string().min(1).optional().describe('Its name at the provider; default: the name of the entry'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where it is served; default: OPENAI_BASE_URL'),
  keyVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'this is not the name of a variable')
    .optional()
    .describe('The environment variable that holds its key; default: OPENAI_API_KEY'),
  api: z
    .enum(['chat', 'responses'])
    .optional()
    .describe('How it is spoken to; default: chat where there is an address, else responses'),
  reasoning: z
    .boolean()
    .optional()
    .describe('Whether people choose how much the model thinks; default: by its name'),
  vision: z.boolean().optional().describe('Whether the model can see images; default: VITRINE_MODEL_VISION'),
  contextTokens: z
    .int()
    .min(1_000)
    .max(100_000_000)
    .optional()
    .describe('Size of the context window in tokens'),
});

const origins = z
  .array(
    z
      .url({ protocol: /^https?$/ })
      .refine((text) => new URL(text).origin === text, { error: 'this is more than an origin' }),
  )
  .max(20)
  .optional();

const networkSettingsSchema = z.strictObject({
  approval: approvalPolicySchema
    .exclude(['auto'])
    .optional()
    .describe(
      'Who is asked for hosts that are not allowed yet; deny: nobody, such calls do not run. Default: ask',
    ),
  hosts: z
    .array(hostSchema)
    .max(limits.workspaceHosts)
    .optional()
    .describe(
      'Hosts that all commands may reach: registry.example.org (ports 80 and 443), git.example.org:8443, *.example.org',
    ),
  privateHosts: z
    .array(
      z.strictObject({
        host: z
          .string()
          .refine((text) => parseHostName(text) === text, { error: 'this is not the name of a host' }),
        address: z
          .union([z.ipv4(), z.ipv6()])
          .optional()
          .describe('Its IP address; default: what its name leads to, if that is not this machine'),
      }),
    )
    .max(100)
    .optional()
    .describe('Hosts that may be at private addresses; they have to be allowed like any other'),
  webhookOrigins: origins.describe(
    'Origins of a webhook that may be private or without TLS: http://hooks.lan:8080',
  ),
  pushOrigins: origins.describe('Origins of push services that may be private or without TLS'),
});

/**
 * The optional config file, for settings too structured for an environment variable. Unknown keys are
 * rejected.
 */
export const configFileSchema = z.strictObject({
  $schema: z.string().optional(),
  tools: byTool(toolSettingsSchema.optional())
    .optional()
    .describe(
      'How the results of a tool are split: by its name, or by the start of names and a *; the longest that matches wins',
    ),
  excludedTools: z
    .array(z.string())
    .optional()
    .describe('Tools the model cannot use: names, or the start of names and a *'),
  approvals: byTool(approvalPolicy)
    .optional()
    .describe(
      'Who is asked before a tool runs: by its name, or by the start of names and a *; the longest that matches wins. Admins can change this in the app',
    ),
  models: z
    .record(z.string().min(1), modelSettingsSchema)
    .optional()
    .describe(
      'Models, by name. One that says how it is reached or what it is called is offered to people, besides VITRINE_MODEL; the others are facts about it',
    ),
  mcpServers: mcpServersSchema
    .optional()
    .describe('MCP servers whose tools the model can use, by a name of your choice'),
  mcpCommands: z
    .array(
      z.strictObject({
        command: z
          .string()
          .regex(/^[^\s*]+(?: [^\s*]+)*(?: ?\*)?$/, 'give words with single spaces; a * can end them')
          .describe('A whole command, or its start and a *'),
        network: z
          .boolean()
          .optional()
          .describe('true: it has the network of this machine, as npx needs it; default: none'),
      }),
    )
    .max(100)
    .optional()
    .describe('Commands with which admins can add MCP servers in the app; they run in the sandbox'),
  toolFiles: z
    .array(z.string().min(1))
    .max(100)
    .optional()
    .describe('Files with tools of your own, relative to this one; they run with all rights of this server'),
  compaction: z
    .strictObject({
      share: z
        .number()
        .min(0.3)
        .max(0.95)
        .optional()
        .describe('Share of a model’s window at which older messages are compacted. Default: 0.8'),
      model: z
        .string()
        .min(1)
        .optional()
        .describe('A model of this server whose own words stand beside the facts. Default: none'),
      byProvider: z
        .boolean()
        .optional()
        .describe(
          'Whether OpenAI’s own compaction comes first, for models of the Responses API; what it keeps is encrypted. Default: false',
        ),
    })
    .optional()
    .describe('How older messages are compacted when a window is full'),
  codeMode: z
    .boolean()
    .optional()
    .describe(
      'An experiment: the model may write programs that call tools, of which it reads only what they return',
    ),
  agents: z
    .record(
      z.string().regex(agentName, { error: 'give a name of small letters, digits and -, at most 40' }),
      agentSettingsSchema,
    )
    .optional()
    .describe('Sub-agents that the model can delegate tasks to, by name'),
  network: networkSettingsSchema
    .optional()
    .describe('What commands in the sandbox reach besides their workspace'),
  toolchains: z
    .array(z.string().regex(/^\/[^/]/, 'it is not absolute'))
    .max(50)
    .optional()
    .describe(
      'Folders of this machine that commands may read, such as /opt/node22; programs are found in their bin',
    ),
  cloneFrom: z
    .array(
      z.string().refine((text) => parseCloneUrl(text) !== null, {
        error: 'this is not an address of repositories, such as https://git.example.com/team',
      }),
    )
    .optional()
    .describe(
      'Addresses (https) from which admins can clone repositories as workspaces; none: cloning is off',
    ),
  workspaceFolders: z
    .array(z.string().startsWith('/', 'it is not absolute'))
    .optional()
    .describe('Folders in which admins can add workspaces; without sign-in, any folder is allowed'),
  secretNames: z
    .array(
      z
        .string()
        .regex(
          /^[^/?[\]\\\p{Cc}]+$/u,
          'this must be a name without / ? [ ] and \\; * stands for any characters',
        )
        .refine((name) => /[^*]/.test(name), 'this would hide everything'),
    )
    .max(100)
    .optional()
    .describe(
      'More names of files and folders to hide from tools and commands, besides .env files and private keys',
    ),
  paste: z
    .strictObject({
      attachAboveTokens: z
        .int()
        .min(100)
        .max(limits.hardCeilingTokens)
        .optional()
        .describe(
          'How much of a message goes to the model as text; the largest parts of a longer one become attachments, of which it reads a view. Default: 2000',
        ),
    })
    .optional()
    .describe('What happens to long text in messages'),
  artifacts: z
    .strictObject({
      renewWhileOpen: z
        .boolean()
        .optional()
        .describe('Whether results last longer while a page shows them, for 8 hours at most; default: true'),
    })
    .optional()
    .describe('How long results last'),
  budgets: z
    .array(configuredBudgetSchema)
    .optional()
    .describe('Limits on spending per day or month. Admins can change them in the app'),
  prices: z
    .record(z.string().min(1), dollarsSchema)
    .optional()
    .describe('Dollars per million tokens, by model name; replaces the built-in price'),
});
export type ConfigFile = z.infer<typeof configFileSchema>;

/** JSON Schema for editors, published as `vitrine.config.schema.json`. */
export const configFileJsonSchema = (): object => ({
  ...z.toJSONSchema(configFileSchema, { io: 'input' }),
  title: configFileName,
});
