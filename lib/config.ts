import { userInfo } from 'node:os';
import { z } from 'zod';
import { ConfigError } from './config/config-error.ts';
import type { ConfigFile } from './config/config-file.ts';
import { readBudget } from './config/configured-budget.ts';
import { readFolders } from './config/folders.ts';
import { readKnownSecrets } from './config/known-secrets.ts';
import { loadConfigFile } from './config/load-config-file.ts';
import { locateConfigFile } from './config/locate-config-file.ts';
import { type OtlpSettings, otlpVariables, readOtlp } from './config/otlp.ts';
import { resolveToolSplits, type ToolSplits } from './config/tool-splits.ts';
import { readTrustedProxies } from './config/trusted-proxies.ts';
import type { Budget } from './core/budget.ts';
import { isLoopback } from './core/hosts.ts';
import type { ToolName } from './core/tool-names.ts';
import type { KnownSecret } from './split/secrets/known-secret.ts';
import { splitLevels } from './split/split.ts';

/** Everything that can be set from outside, checked. The only reader of the environment. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Absolute folders. */
  workspaces: string[];
  /** Where clones of repositories lie, those of single conversations too; absolute. Made when it is needed. */
  clonesDir: string;
  /** Addresses under which admins may clone; empty: none. */
  cloneFrom: readonly string[];
  /** Absolute folders in which admins may name workspaces; without sign-in it may be any. */
  workspaceFolders: readonly string[];
  redisUrl: string | null;
  artifactTtlSeconds: number;
  /** What all artifacts may take of the store; `null`: of Redis half of its memory, of the disk what there is. */
  artifactBytes: number | null;
  /** `null`: the offline model. */
  openai: OpenAiSettings | null;
  /** The config file that was read, absolute; `null`: there is none. */
  configPath: string | null;
  /** Where the config file is read from, whether or not it is there; absolute, in a folder without links. */
  configFile: string;
  /** Patterns of names that hold secrets, besides the built-in ones. */
  secretNames: readonly string[];
  splits: ToolSplits;
  /** What comes before a call of a tool, where no admin has chosen otherwise. */
  approvals: NonNullable<ConfigFile['approvals']>;
  /** What may be spent, where no admin has chosen otherwise. */
  budgets: readonly Budget[];
  /** What models cost, by name, where somebody has said so. */
  prices: NonNullable<ConfigFile['prices']>;
  /** Not offered to the model. */
  excludedTools: readonly ToolName[];
  /** Whether the model looks at images; `auto`: where its name says that it can. */
  modelVision: ModelVision;
  /** What was said of models, by their names. */
  models: NonNullable<ConfigFile['models']>;
  /** Whether a medium's provider is asked for its title. */
  mediaTitles: boolean;
  /** `auto`: in the sandbox, or not at all. `bwrap`: the same, and no start without. `unsafe-host`: with all rights of the server. */
  execMode: ExecMode;
  /** Scheme and host that people reach this server under; `null`: the loopback address it listens on. */
  baseUrl: string | null;
  /** Addresses and networks of the proxies whose `X-Forwarded-For` is believed; empty: nobody's is. */
  trustedProxies: readonly string[];
  /** Scheme and host of an origin of its own for what tools and people brought in; `null`: it is sent from the one there is. */
  contentUrl: string | null;
  /** What no model is to read, whatever holds it. */
  secrets: readonly KnownSecret[];
  /** With which a program reads the metrics of a server that people sign in at; `null`: admins alone do. */
  metricsToken: string | null;
  /** Where traces are sent; `null`: nowhere. */
  otlp: OtlpSettings | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** How the one member of local mode is called. */
  localName: string;
  /** How members come in; `null`: local mode, whoever reaches this machine is the one member. */
  signIn: SignInSettings | null;
}

export const execModes = ['auto', 'bwrap', 'off', 'unsafe-host'] as const;
export type ExecMode = (typeof execModes)[number];

export interface SignInSettings {
  /** `null`: by invite links alone. */
  oidc: OidcSettings | null;
}

/** An OpenID provider that knows the team. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** `null`: a public client, by PKCE alone. */
  clientSecret: string | null;
  /** Who is in this group is an admin, and who is not is none; `null`: admins say who is one. */
  adminGroup: string | null;
}

export const modelVisions = ['auto', 'on', 'off'] as const;
export type ModelVision = (typeof modelVisions)[number];

export interface OpenAiSettings {
  model: string;
  apiKey: string | null;
  baseUrl: string | null;
  api: 'chat' | 'responses';
}

const text = z.string().trim().min(1).optional();
const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
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
  VITRINE_METRICS_TOKEN: z.string().trim().min(32).optional(),
  ...otlpVariables,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  XDG_STATE_HOME: text,
  /** Set by npm: the folder the person typed the command in. */
  INIT_CWD: text,
});
type Environment = z.infer<typeof environmentSchema>;

/**
 * Reads and checks the settings. Looks folders up; changes nothing.
 * @throws ConfigError
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')} is not valid: ${issue?.message}.`);
  }
  const values = parsed.data;
  const current = values.INIT_CWD ?? process.cwd();
  const folders = readFolders(values, current);
  const { path: configPath, file } = loadConfigFile(current, values.VITRINE_CONFIG);
  const openai = readOpenAi(values);
  const config: Config = {
    port: values.PORT,
    host: values.HOST,
    ...folders,
    cloneFrom: file.cloneFrom ?? [],
    workspaceFolders: file.workspaceFolders ?? [],
    redisUrl: values.REDIS_URL ?? null,
    artifactTtlSeconds: values.VITRINE_ARTIFACT_TTL_SECONDS,
    artifactBytes: values.VITRINE_ARTIFACT_MB === undefined ? null : values.VITRINE_ARTIFACT_MB * 1024 * 1024,
    openai,
    configPath,
    configFile: locateConfigFile(current, values.VITRINE_CONFIG),
    secretNames: file.secretNames ?? [],
    splits: resolveToolSplits(values.VITRINE_SPLIT, file.tools),
    approvals: file.approvals ?? {},
    budgets: (file.budgets ?? []).map(readBudget),
    prices: file.prices ?? {},
    excludedTools: file.excludedTools ?? [],
    models: file.models ?? {},
    modelVision: visionOf(openai?.model, file) ?? values.VITRINE_MODEL_VISION,
    mediaTitles: values.VITRINE_MEDIA_TITLES === 'on',
    execMode: values.VITRINE_EXEC,
    baseUrl: values.VITRINE_BASE_URL ? new URL(values.VITRINE_BASE_URL).origin : null,
    trustedProxies: readTrustedProxies(values.VITRINE_TRUSTED_PROXIES ?? ''),
    contentUrl: values.VITRINE_CONTENT_URL ? new URL(values.VITRINE_CONTENT_URL).origin : null,
    secrets: readKnownSecrets(environment),
    metricsToken: values.VITRINE_METRICS_TOKEN ?? null,
    otlp: readOtlp(values),
    logLevel: values.LOG_LEVEL,
    localName: readUserName(),
    signIn: readSignIn(values),
  };
  checkBinding(config);
  checkContentUrl(config);
  return config;
}

/** `undefined`: the file does not say. */
function visionOf(model: string | undefined, { models = {} }: ConfigFile): ModelVision | undefined {
  if (model === undefined || !Object.hasOwn(models, model)) return undefined;
  const vision = models[model]?.vision;
  return vision === undefined ? undefined : vision ? 'on' : 'off';
}

function readOpenAi(values: Environment): OpenAiSettings | null {
  const {
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: baseUrl,
    VITRINE_MODEL: model,
    VITRINE_OPENAI_API: api,
  } = values;
  if (apiKey === undefined && baseUrl === undefined) {
    if (model === undefined) return null;
    throw new ConfigError(
      'VITRINE_MODEL is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is. Set one of them.',
    );
  }
  if (model === undefined) {
    throw new ConfigError(
      'OPENAI_API_KEY or OPENAI_BASE_URL is set, but VITRINE_MODEL is not. Set it to the model to use.',
    );
  }
  return {
    model,
    apiKey: apiKey ?? null,
    baseUrl: baseUrl ?? null,
    api: api ?? (baseUrl ? 'chat' : 'responses'),
  };
}

/** Local mode knows no login: who reaches the port is trusted. So it is for this machine alone, and nothing bypasses that. */
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

/** Another host, or it would separate nothing: cookies do not look at ports. */
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
  // By plain http from elsewhere browsers do not say what they load.
  for (const url of [baseUrl, contentUrl]) {
    if (!url.startsWith('https:') && !isLoopback(new URL(url).hostname)) {
      throw new ConfigError(`VITRINE_CONTENT_URL needs https, and ${url} does not use it.`);
    }
  }
}

function readSignIn(values: Environment): SignInSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = values;
  if ((issuer === undefined) !== (clientId === undefined)) {
    throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID need each other. Set both.');
  }
  if (issuer === undefined || clientId === undefined) {
    return values.VITRINE_SIGN_IN === undefined ? null : { oidc: null };
  }
  if (new URL(issuer).protocol === 'http:' && !isLoopback(new URL(issuer).hostname)) {
    throw new ConfigError(`OIDC_ISSUER is ${issuer}. A provider on another machine must use https.`);
  }
  const clientSecret = values.OIDC_CLIENT_SECRET ?? null;
  return { oidc: { issuer, clientId, clientSecret, adminGroup: values.OIDC_ADMIN_GROUP ?? null } };
}

function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list, as in some containers.
    return 'you';
  }
}
