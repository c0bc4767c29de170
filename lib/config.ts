import { hostname, userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { type AuditSink, auditSinkVariables, readAuditSink } from './config/audit-sink.ts';
import { ConfigError } from './config/config-error.ts';
import type { ConfigFile } from './config/config-file.ts';
import { readBudget } from './config/configured-budget.ts';
import { readFolders } from './config/folders.ts';
import { readKnownSecrets } from './config/known-secrets.ts';
import { loadConfigFile } from './config/load-config-file.ts';
import { locateConfigFile } from './config/locate-config-file.ts';
import { readMcpServers, secretsOfMcpServers } from './config/mcp-servers.ts';
import { type NetworkSettings, readNetworkSettings } from './config/network-settings.ts';
import { modelVisions, type OfferedModel, readOfferedModels } from './config/offered-models.ts';
import { type OtlpSettings, otlpVariables, readOtlp } from './config/otlp.ts';
import { secretVariables, withSecretFiles } from './config/secret-files.ts';
import { resolveToolSplits, type ToolSplits } from './config/tool-splits.ts';
import { readTrustedProxies } from './config/trusted-proxies.ts';
import { isLoopback } from './core/algorithms/hosts.ts';
import { limits } from './core/limits.ts';
import type { AgentSettings } from './core/vocabulary/agents/agent.ts';
import type { Budget } from './core/vocabulary/budget/budget.ts';
import type { AllowedCommands } from './core/vocabulary/tools/allowed-command.ts';
import type { McpServerSettings } from './core/vocabulary/tools/mcp-server-settings.ts';
import type { KnownSecret } from './split/secrets/known-secret.ts';
import { splitLevels } from './split/split.ts';

/** All settings, validated. `readConfig` is the only reader of the environment. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  role: ProcessRole;
  /** Where other processes reach this one, which works on conversations (scheme, host and port); `null`: they do not. */
  runnerUrl: string | null;
  /** Absolute folders. */
  workspaces: string[];
  /**
   * Absolute folder that contains clones of repositories, including the working copies of conversations.
   * Created on demand.
   */
  clonesDir: string;
  /** URL prefixes admins may clone from; an empty list disables cloning. */
  cloneFrom: readonly string[];
  /** Absolute folders that commands may read. */
  toolchains: readonly string[];
  /** What commands reach. */
  network: NetworkSettings;
  /** Origins of a webhook that may be private or without TLS. */
  webhookOrigins: readonly string[];
  /** Origins of push services that may be private. */
  pushOrigins: readonly string[];
  /** Absolute folders inside which admins may add workspaces; without sign-in any folder is allowed. */
  workspaceFolders: readonly string[];
  redisUrl: string | null;
  artifactTtlSeconds: number;
  /** Whether results last longer while a page shows them. */
  renewWhileOpen: boolean;
  /** Byte budget of all artifacts together; `null`: half of Redis' memory, or whatever the disk has. */
  artifactBytes: number | null;
  /** The models that people can choose, the default first; none: the offline model is used. */
  offeredModels: readonly OfferedModel[];
  /** Absolute path of the config file that was read; `null`: there is none. */
  configPath: string | null;
  /** Absolute path the config file is read from, whether or not it exists; its folder contains no links. */
  configFile: string;
  /** Patterns of file names that contain secrets, in addition to the built-in ones. */
  secretNames: readonly string[];
  splits: ToolSplits;
  /** Approval policy of each tool, unless an admin has chosen another. */
  approvals: NonNullable<ConfigFile['approvals']>;
  /** Spending limits, unless an admin has set others. */
  budgets: readonly Budget[];
  /** Prices by model name, as far as they are configured. */
  prices: NonNullable<ConfigFile['prices']>;
  /** Tools that are not offered to the model: names, or the start of names and a `*`. */
  excludedTools: readonly string[];
  /** Absolute paths of files with tools. */
  toolFiles: readonly string[];
  /** At which share of a window older messages are compacted, by which model besides the rule, and whether providers compact first. */
  compaction: { share: number; model: string | null; byProvider: boolean };
  /** An experiment: the model may write programs that call tools. */
  codeMode: boolean;
  /** Sub-agents by name, as the config file has them. */
  agents: ReadonlyMap<string, AgentSettings>;
  /** By the name we gave them. */
  mcpServers: ReadonlyMap<string, McpServerSettings>;
  /** With which admins may add others. */
  mcpCommands: AllowedCommands;
  /** How much of a message goes to the model as text; the largest parts of a longer one become attachments. */
  pasteTokens: number;
  /** Configured facts about models, by model name. */
  models: NonNullable<ConfigFile['models']>;
  /** Whether the provider of a media link is asked for its title. */
  mediaTitles: boolean;
  /**
   * `auto`: commands run in the sandbox or not at all. `bwrap`: the same, and the server refuses to start
   * without it. `unsafe-host`: commands run with all rights of the server.
   */
  execMode: ExecMode;
  /** Public origin (scheme and host) of this server; `null`: the loopback address it listens on. */
  baseUrl: string | null;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted; an empty list trusts none. */
  trustedProxies: readonly string[];
  /**
   * Separate origin (scheme and host) that serves content from tools and people; `null`: the main origin
   * serves it.
   */
  contentUrl: string | null;
  /** Secret values that are redacted from everything a model reads. */
  secrets: readonly KnownSecret[];
  /**
   * Bearer token with which a scraper reads the metrics of a server with sign-in; `null`: only admins can
   * read them.
   */
  metricsToken: string | null;
  /** Where entries of the audit log are sent as well; `null`: nowhere else. */
  auditSink: AuditSink | null;
  /** Encrypts what members sign in with elsewhere; `null`: a secret of the data folder does. */
  secret: string | null;
  /** Where traces are sent; `null`: they are not sent. */
  otlp: OtlpSettings | null;
  /** Names what this server was built of: the same sources, the same name. `null`: it was not built (`next dev`). */
  build: string | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Display name of the one member of local mode. */
  localName: string;
  /** How members sign in; `null`: local mode, in which whoever reaches this machine is the one member. */
  signIn: SignInSettings | null;
}

/** `web`: answers people, and leaves all that needs a workspace to other processes. `runner`: only does what they forward. */
export const processRoles = ['all', 'web', 'runner'] as const;
export type ProcessRole = (typeof processRoles)[number];

export const execModes = ['auto', 'bwrap', 'off', 'unsafe-host'] as const;
export type ExecMode = (typeof execModes)[number];

export interface SignInSettings {
  /** `null`: members join only by invite links. */
  oidc: OidcSettings | null;
}

/** Settings of the OpenID provider that authenticates the team. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** `null`: a public client, which authenticates by PKCE alone. */
  clientSecret: string | null;
  /** Members of this group are admins, and nobody else is; `null`: admins assign the role. */
  adminGroup: string | null;
  /** Asks for the scope `groups`, which some providers refuse. */
  readsGroups: boolean;
}

const text = z.string().trim().min(1).optional();
/** Every variable that is read, but those that other variables and the config file name. */
export const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  VITRINE_ROLE: z.enum(processRoles).default('all'),
  VITRINE_RUNNER_URL: z.url({ protocol: /^https?$/ }).optional(),
  VITRINE_DATA_DIR: text,
  VITRINE_WORKSPACES: text,
  VITRINE_CLONES_DIR: text,
  REDIS_URL: text,
  VITRINE_ARTIFACT_TTL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(90 * 24 * 3_600)
    .default(1_800),
  VITRINE_ARTIFACT_MB: z.coerce.number().int().min(1).max(10_000_000).optional(),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  VITRINE_OPENAI_API: z.enum(['chat', 'responses']).optional(),
  VITRINE_MODEL: text,
  VITRINE_CONFIG: text,
  VITRINE_SPLIT: z.enum(splitLevels).default('balanced'),
  VITRINE_MODEL_VISION: z.enum(modelVisions).default('auto'),
  VITRINE_MEDIA_TITLES: z.enum(['on', 'off']).default('on'),
  VITRINE_EXEC: z.enum(execModes).default('auto'),
  VITRINE_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  VITRINE_TRUSTED_PROXIES: text,
  VITRINE_CONTENT_URL: z.url({ protocol: /^https?$/ }).optional(),
  VITRINE_SIGN_IN: z.enum(['invites']).optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_ADMIN_GROUP: text,
  OIDC_GROUPS: z.enum(['on', 'off']).default('off'),
  VITRINE_METRICS_TOKEN: z.string().trim().min(32).optional(),
  ...auditSinkVariables,
  VITRINE_SECRET: z.string().trim().min(32).optional(),
  ...otlpVariables,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  XDG_STATE_HOME: text,
  /** Set by the launcher. */
  VITRINE_BUILD: text,
  /** Set by npm: the folder the person typed the command in. */
  INIT_CWD: text,
});
type Environment = z.infer<typeof environmentSchema>;

/**
 * Reads and validates the settings. It reads the file system and changes nothing.
 * @throws ConfigError
 */
export function readConfig(variables: Record<string, string | undefined> = process.env): Config {
  const named = withSecretFiles(variables, secretVariables);
  const set = Object.fromEntries(Object.entries(named).filter(([, value]) => value?.trim() !== ''));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')} is not valid: ${issue?.message}.`);
  }
  const values = parsed.data;
  const current = values.INIT_CWD ?? process.cwd();
  const folders = readFolders(values, current);
  const { path: configPath, file } = loadConfigFile(current, values.VITRINE_CONFIG);
  const keyVariables = Object.values(file.models ?? {}).flatMap(({ keyVariable }) => keyVariable ?? []);
  const others = keyVariables.filter((name) => !secretVariables.some((known) => known === name));
  const environment = withSecretFiles(named, others);
  const ofServers = secretsOfMcpServers(file.mcpServers ?? {}, environment);
  const config: Config = {
    port: values.PORT,
    host: values.HOST,
    ...folders,
    ...readRole(values),
    cloneFrom: file.cloneFrom ?? [],
    toolchains: file.toolchains ?? [],
    network: readNetworkSettings(file.network),
    webhookOrigins: file.network?.webhookOrigins ?? [],
    pushOrigins: file.network?.pushOrigins ?? [],
    workspaceFolders: file.workspaceFolders ?? [],
    redisUrl: values.REDIS_URL ?? null,
    artifactTtlSeconds: values.VITRINE_ARTIFACT_TTL_SECONDS,
    renewWhileOpen: file.artifacts?.renewWhileOpen ?? true,
    artifactBytes: values.VITRINE_ARTIFACT_MB === undefined ? null : values.VITRINE_ARTIFACT_MB * 1024 * 1024,
    offeredModels: readOfferedModels(values, file.models ?? {}, environment),
    configPath,
    configFile: locateConfigFile(current, values.VITRINE_CONFIG),
    secretNames: file.secretNames ?? [],
    splits: resolveToolSplits(values.VITRINE_SPLIT, file.tools),
    approvals: file.approvals ?? {},
    budgets: (file.budgets ?? []).map(readBudget),
    prices: file.prices ?? {},
    excludedTools: file.excludedTools ?? [],
    toolFiles: (file.toolFiles ?? []).map((path) =>
      resolve(/* turbopackIgnore: true */ dirname(configPath ?? current), path),
    ),
    mcpServers: readMcpServers(file.mcpServers ?? {}, environment, folders.workspaces),
    compaction: {
      share: file.compaction?.share ?? limits.compactionShare,
      model: file.compaction?.model ?? null,
      byProvider: file.compaction?.byProvider ?? false,
    },
    codeMode: file.codeMode ?? false,
    agents: new Map(Object.entries(file.agents ?? {})),
    mcpCommands: {
      allowed: (file.mcpCommands ?? []).map(({ command, network = false }) => ({
        pattern: command,
        hasNetwork: network,
      })),
      path: file.mcpCommands === undefined ? '' : (environment.PATH ?? ''),
    },
    pasteTokens: file.paste?.attachAboveTokens ?? limits.pasteTokens,
    models: file.models ?? {},
    mediaTitles: values.VITRINE_MEDIA_TITLES === 'on',
    execMode: values.VITRINE_ROLE === 'web' ? 'off' : values.VITRINE_EXEC,
    baseUrl: values.VITRINE_BASE_URL ? new URL(values.VITRINE_BASE_URL).origin : null,
    trustedProxies: readTrustedProxies(values.VITRINE_TRUSTED_PROXIES ?? ''),
    contentUrl: values.VITRINE_CONTENT_URL ? new URL(values.VITRINE_CONTENT_URL).origin : null,
    secrets: [
      ...readKnownSecrets(environment, keyVariables),
      ...readKnownSecrets(ofServers.others),
      ...readKnownSecrets(ofServers.named, Object.keys(ofServers.named)),
    ],
    metricsToken: values.VITRINE_METRICS_TOKEN ?? null,
    auditSink: readAuditSink(values),
    secret: values.VITRINE_SECRET ?? null,
    otlp: readOtlp(values),
    build: values.VITRINE_BUILD ?? null,
    logLevel: values.LOG_LEVEL,
    localName: readUserName(),
    signIn: readSignIn(values),
  };
  checkBinding(config);
  checkContentUrl(config);
  return config;
}

/**
 * Local mode has no login and trusts whoever reaches the port, so it must only listen on this machine. No
 * setting bypasses this check.
 */
function checkBinding({ host, baseUrl, execMode, signIn }: Config): void {
  if (execMode === 'unsafe-host' && (!isLoopback(host) || signIn !== null)) {
    throw new ConfigError(
      'VITRINE_EXEC=unsafe-host lets anyone who reaches this server run anything on it. Use it only with HOST=127.0.0.1 and without sign-in.',
    );
  }
  if (signIn !== null) {
    if (baseUrl === null) {
      throw new ConfigError(
        'Sign-in needs VITRINE_BASE_URL. Set it to the address at which people open this server.',
      );
    }
    return;
  }
  const how = 'Set OIDC_ISSUER and OIDC_CLIENT_ID, or VITRINE_SIGN_IN=invites';
  if (!isLoopback(host)) {
    throw new ConfigError(
      `HOST is ${host}, so anyone who reaches this server could use it without signing in. ${how}, or HOST=127.0.0.1.`,
    );
  }
  if (baseUrl !== null && !isLoopback(new URL(baseUrl).hostname)) {
    throw new ConfigError(
      `VITRINE_BASE_URL is ${baseUrl}, so anyone who reaches it could use it without signing in. ${how}, or unset it.`,
    );
  }
}

/**
 * The content origin must have another host: cookies ignore ports, so another port would separate nothing.
 */
function checkContentUrl({ baseUrl, contentUrl }: Config): void {
  if (contentUrl === null) return;
  if (baseUrl === null) {
    throw new ConfigError('VITRINE_CONTENT_URL needs VITRINE_BASE_URL. Set both.');
  }
  if (new URL(contentUrl).hostname === new URL(baseUrl).hostname) {
    throw new ConfigError(
      `VITRINE_CONTENT_URL is ${contentUrl}. Its host must differ from that of ${baseUrl}.`,
    );
  }
  // Over plain http from another machine, browsers do not send `Sec-Fetch-Dest`.
  for (const url of [baseUrl, contentUrl]) {
    if (!url.startsWith('https:') && !isLoopback(new URL(url).hostname)) {
      throw new ConfigError(`VITRINE_CONTENT_URL needs https, and ${url} does not use it.`);
    }
  }
}

function readRole(values: Environment): Pick<Config, 'role' | 'runnerUrl'> {
  const { VITRINE_ROLE: role, VITRINE_RUNNER_URL: url, VITRINE_EXEC: exec } = values;
  const { REDIS_URL, PORT, HOST, VITRINE_SECRET } = values;
  if (REDIS_URL === undefined) {
    if (role !== 'all')
      throw new ConfigError(
        `VITRINE_ROLE is ${role}. Web processes and runners share a Redis: set REDIS_URL.`,
      );
    if (url !== undefined) throw new ConfigError('VITRINE_RUNNER_URL needs REDIS_URL. Set both.');
    return { role, runnerUrl: null };
  }
  if (role !== 'all' && VITRINE_SECRET === undefined)
    throw new ConfigError(
      `VITRINE_ROLE is ${role}. Web processes and runners read what the others have sealed: set VITRINE_SECRET, the same for all.`,
    );
  if (role === 'web') {
    if (url !== undefined)
      throw new ConfigError('VITRINE_RUNNER_URL is for runners, and VITRINE_ROLE is web. Unset one of them.');
    if (exec === 'bwrap' || exec === 'unsafe-host')
      throw new ConfigError(
        `VITRINE_ROLE is web, where no command runs. Unset VITRINE_EXEC, which is ${exec}.`,
      );
    return { role, runnerUrl: null };
  }
  const isEverywhere = /^(?:0\.0\.0\.0|::|\[::\])$/.test(HOST);
  const name = isEverywhere ? hostname() : HOST.includes(':') ? `[${HOST.replace(/^\[|\]$/g, '')}]` : HOST;
  return { role, runnerUrl: url === undefined ? `http://${name}:${PORT}` : new URL(url).origin };
}

function readSignIn(values: Environment): SignInSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = values;
  if ((issuer === undefined) !== (clientId === undefined)) {
    throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID need each other. Set both.');
  }
  if (issuer === undefined || clientId === undefined) {
    const alone = (['OIDC_CLIENT_SECRET', 'OIDC_ADMIN_GROUP'] as const).find(
      (name) => values[name] !== undefined,
    );
    if (alone !== undefined || values.OIDC_GROUPS === 'on') {
      throw new ConfigError(
        `${alone ?? 'OIDC_GROUPS'} needs a provider. Set OIDC_ISSUER and OIDC_CLIENT_ID, or unset it.`,
      );
    }
    return values.VITRINE_SIGN_IN === undefined ? null : { oidc: null };
  }
  if (new URL(issuer).protocol === 'http:' && !isLoopback(new URL(issuer).hostname)) {
    throw new ConfigError(`OIDC_ISSUER is ${issuer}. A provider on another machine must use https.`);
  }
  const clientSecret = values.OIDC_CLIENT_SECRET ?? null;
  const adminGroup = values.OIDC_ADMIN_GROUP ?? null;
  const readsGroups = adminGroup !== null || values.OIDC_GROUPS === 'on';
  return { oidc: { issuer, clientId, clientSecret, adminGroup, readsGroups } };
}

function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // The user has no entry in the system's list, as in some containers.
    return 'you';
  }
}
