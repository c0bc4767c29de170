import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { variablesOf } from './core/vocabulary/environment/variable.ts';
import { secretSubject, storedSecretsOf } from './core/vocabulary/environment/workspace-secret.ts';
import { ephemeralEvent } from './core/vocabulary/events.ts';
import { formatId, type IdPrefix, idBytes } from './core/vocabulary/ids.ts';
import type { Price } from './core/vocabulary/ledger/prices.ts';
import { localMemberOf } from './core/vocabulary/team/local-member.ts';
import type { Member } from './core/vocabulary/team/member.ts';
import { addedServersOf } from './core/vocabulary/tools/added-server.ts';
import { delegateProfile } from './core/vocabulary/tools/delegate.ts';
import { clientMetadataPath } from './core/vocabulary/tools/mcp-sign-in.ts';
import { runProgramProfile } from './core/vocabulary/tools/run-program.ts';
import { matchesTool } from './core/vocabulary/tools/tool-pattern.ts';
import { type McpServerEntry, mcpServerEntries } from './mcp/mcp-server-entry.ts';
import { createMcpServers, type McpServers } from './mcp/mcp-servers.ts';
import { createMcpSignIns, type McpSignIns } from './mcp/mcp-sign-ins.ts';
import { type McpUser, mcpServerSource } from './mcp/mcp-source.ts';
import { createToolDrift } from './mcp/tool-drift.ts';
import { createLoadPace } from './observe/load-pace.ts';
import { createLogger } from './observe/logger.ts';
import { countedLedger, createWatch, logStoreFailure, type Watch } from './observe/watch.ts';
import { createSubAgentStops, type SubAgentStops } from './runs/agents/sub-agent-stops.ts';
import type { CompactionPolicy } from './runs/compaction/compaction-policy.ts';
import { createCompactionPolicy } from './runs/compaction/compaction-policy.ts';
import { createElicitations, type Elicitations } from './runs/elicitations.ts';
import { type ClientCalls, createClientCalls } from './runs/gateway/client-calls.ts';
import { isForPrograms } from './runs/inner-calls.ts';
import { createLedgerWriter, type LedgerWriter } from './runs/ledger-writer.ts';
import { contextWindowOf, priceOf as priceOfModel } from './runs/model-catalog.ts';
import { createModels, type Model, type Models } from './runs/models.ts';
import { createNotifications, type Notifications } from './runs/notifications/create-notifications.ts';
import { createRunner, type Runner } from './runs/runner.ts';
import type { RunnerOptions } from './runs/runner-options.ts';
import { openRunners, type Runners } from './runs/runners/runners.ts';
import { createSharedNames, type OpenNames } from './runs/secret-names-of.ts';
import { createStateReader, type ReadState } from './runs/state-reader.ts';
import { createTeamDecisions, type TeamDecisions } from './runs/team-decisions.ts';
import { createTerminals, type Terminals } from './runs/terminals.ts';
import { type CountText, createTextCounter } from './runs/text-counter.ts';
import { createThreadActs, type ThreadActs } from './runs/thread-acts.ts';
import { createViewBudgets, type ViewBudgets } from './runs/view-budgets.ts';
import { createWaitingMarks, type WaitingMarks } from './runs/waiting-marks.ts';
import type { KnownSecret } from './split/secrets/known-secret.ts';
import { type CheckBytes, createBytesChecker } from './stores/check-bytes.ts';
import { readDataSecret } from './stores/data-secret.ts';
import { openLedgerJournal } from './stores/ledger-journal.ts';
import { openStores } from './stores/open-stores.ts';
import { createReadGate, type ReadGate } from './stores/read-gate.ts';
import { createReplayFiles, type ReplayFiles } from './stores/replay-files.ts';
import { createSealer, type Sealer } from './stores/sealer.ts';
import type { Stores } from './stores/stores.ts';
import { announcingStores } from './streams/announcing-stores.ts';
import { type ChangeSignal, createChangeSignal } from './streams/change-signal.ts';
import { createEventStreams, type EventStreams } from './streams/event-streams.ts';
import { createSearchIndexer, type SearchIndexer } from './streams/search-indexer.ts';
import { watchStore } from './streams/watch-store.ts';
import { createIdentityProvider, type IdentityProvider } from './team/identity-provider.ts';
import { createDelegate } from './tools/delegate.ts';
import { createMediaTitleReader } from './tools/media-title.ts';
import { type LoadedToolFile, loadToolFiles } from './tools/of-files/load-tool-files.ts';
import { canRecall as isRecallAmong } from './tools/recall-output.ts';
import { createRunProgram } from './tools/run-program.ts';
import type { Tool } from './tools/tool-call.ts';
import { tools } from './tools/tools.ts';
import type { FolderRules } from './workspace/check-folder.ts';
import { type Cloner, createCloner } from './workspace/clones/cloner.ts';
import type { Commands } from './workspace/commands.ts';
import { type CommandEnvironment, createEnvironments, type Environments } from './workspace/environments.ts';
import { nameWorkspaces } from './workspace/name-workspaces.ts';
import { createCommands } from './workspace/sandbox/create-commands.ts';
import { createFileSecretNames } from './workspace/secret-names.ts';
import { openWorkspace } from './workspace/workspace.ts';
import type { WorkspaceRootRules } from './workspace/workspace-root.ts';
import { openWorkspaces, type Workspaces } from './workspace/workspaces.ts';
import { createWorktrees, type Worktrees } from './workspace/worktree/worktrees.ts';

/** Everything that routes and pages use. This is the one place where implementations are chosen. */
export interface Services extends Watch, TeamDecisions {
  config: Config;
  stores: Stores;
  runner: Runner;
  /** The processes that work on conversations. */
  runners: Runners;
  /** Calls that clients of the gateway make. */
  clientCalls: ClientCalls;
  threadActs: ThreadActs;
  streams: EventStreams;
  searchIndexer: SearchIndexer;
  waitingMarks: WaitingMarks;
  notifications: Notifications;
  readState: ReadState;
  checkBytes: CheckBytes;
  /** Limits how many requests read a whole text into memory at once. */
  wholeReads: ReadGate;
  commands: Commands;
  environments: Environments;
  /** What the commands of a workspace find besides its files. */
  readEnvironment(workspace: string): Promise<CommandEnvironment>;
  /** Secrets of a workspace, opened. */
  readSecrets(workspace: string): Promise<readonly KnownSecret[]>;
  /** Encrypts what must not be readable in the store. */
  sealer(): Sealer;
  terminals: Terminals;
  elicitations: Elicitations;
  subAgentStops: SubAgentStops;
  openNames: OpenNames;
  models: Models;
  compaction: CompactionPolicy;
  workspaces: Workspaces;
  worktrees: Worktrees;
  cloner: Cloner;
  /** Which folders may be workspaces. */
  folderRules: FolderRules;
  log: Logger;
  ledger: LedgerWriter;
  viewBudgets: ViewBudgets;
  replays: ReplayFiles;
  /** The price of a model; `null`: not known. */
  /** @param inputTokens some models cost more for a long input */
  priceOf(model: string, inputTokens?: number): Price | null;
  countText: CountText;
  /** The size of a model's window; `null`: not known. */
  windowOf(model: Pick<Model, 'id' | 'providerName'>): number | null;
  /** Our own tools that the configuration does not exclude. */
  tools: readonly Tool[];
  /** The files with tools that the config file names, loaded once; what is excluded is left out. */
  readToolFiles(): Promise<readonly LoadedToolFile[]>;
  /** All tools but those of MCP servers, in the order in which the model is given them. */
  readOwnTools(): Promise<readonly Tool[]>;
  /** Of the config file and of the page, as they are now. */
  listMcpServers(): Promise<ReadonlyMap<string, McpServerEntry>>;
  mcpServers: McpServers;
  /** The tools that clients of the gateway may call have changed, as far as this process knows. */
  toolChanges: ChangeSignal;
  mcpSignIns: McpSignIns;
  /** In local mode, whoever reaches this machine is this member. */
  localMember: Member;
  /** Where members sign in; `null`: there is no provider. */
  identityProvider: IdentityProvider | null;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
  isDraining(): boolean;
  /**
   * Stops accepting runs, ends or marks running ones, closes streams after their last events, then closes the
   * stores.
   */
  shutDown(): Promise<void>;
}

const servicesKey = Symbol.for('vitrine.services');
const globals = globalThis as { [servicesKey]?: Services };

/**
 * The services, created on first use: importing a route module opens nothing. They are on `globalThis`,
 * because under `next dev` instrumentation and routes have separate instances of this module.
 */
export function getServices(): Services {
  globals[servicesKey] ??= createServices(readConfig());
  return globals[servicesKey];
}

const nowMs = () => Date.now();
/** Of this process. */
const paceMs = createLoadPace();
const newId = (prefix: IdPrefix) => formatId(prefix, randomBytes(idBytes));

/** @param models replace those that the config names */
export function createServices(
  config: Config,
  models = createModels(config.offeredModels, paceMs),
): Services {
  const log = createLogger({ level: config.logLevel, secrets: config.secrets });
  const serializeError = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const watch = createWatch({ log, otlp: config.otlp, models: models.list.map(({ id }) => id) });
  const { metrics } = watch;
  const sealer = createLazySealer(config);
  const { stores, readState, ...followers } = openFollowedStores(config, { log, metrics, sealer });
  const { streams, storeWatch } = openStreams(config, stores, serializeError);
  const rules: WorkspaceRootRules = {
    secretNames: createFileSecretNames(config.secretNames),
    configFile: config.configFile,
  };
  const commands = createCommands({
    mode: config.execMode,
    rules,
    privateHosts: config.network.privateHosts,
    log: (message, error) => log.warn({ err: error }, message),
  });
  const folders = foldersOf(config);
  const environments = createEnvironments(folders.environments);
  const worktrees = createWorktrees({ commands, folder: folders.worktrees, secretNames: rules.secretNames });
  const workspaces = openWorkspaces({
    configured: openConfigured(config.workspaces, rules),
    rules,
    listRecords: stores.workspaces.list,
    folderRules: folders.rules,
    worktreePath: worktrees.pathOf,
  });
  const cloner = createCloner(folders.clones);
  const atWork = createAtWork();
  const ledger = createLedgerWriter(
    countedLedger(stores.ledger, metrics),
    logStoreFailure(log, metrics, 'ledger', 'the ledger could not be written'),
    openLedgerJournal(config.dataDir, process.pid),
  );
  const figures = createModelFigures(config, models);
  const decisions = createTeamDecisions(stores, config);
  const { readTools, canRecall, ...toolset } = createToolset(config, {
    ...{ stores, commands, workspaces, sealer, nowMs },
    readAgents: decisions.readAgents,
  });
  const compactionNeeds = { canRecall, ...figures, models, ledger, nowMs };
  const compaction = createCompactionPolicy(config.compaction, compactionNeeds);
  const viewBudgets = createViewBudgets({
    stores,
    readSplits: decisions.readSplits,
    canRecall,
    nowMs,
    onFailure: serializeError('budgets of views could not be looked at'),
  });
  const environmentReaders = createEnvironmentReaders(config, stores, environments, sealer);
  const runners: Runners = openRunners({
    ...{ stores, readState, workspaces, commands, newId, nowMs },
    isRunner: config.role !== 'web',
    address: config.runnerUrl,
    ...{ readDisk: worktrees.diskId, readFreeBytes: worktrees.freeBytes },
    workingOn: () => runner.workingOn(),
    onError: serializeError('runners could not be looked up'),
  });
  const runSettings: RunnerOptions = {
    ...{ readState, runners, stores },
    isTeam: config.signIn !== null,
    models,
    readTools,
    commands,
    ...environmentReaders,
    ...atWork,
    readMediaTitle: createMediaTitleReader({ isOn: config.mediaTitles }),
    knownSecrets: config.secrets,
    pasteTokens: config.pasteTokens,
    compaction,
    ...decisions,
    ledger,
    ...figures,
    viewBudgets,
    workspaceOf: workspaces.of,
    ...{ newId, nowMs, observer: watch.observer },
    onStoreFault: storeWatch.report,
    onStorageFailure: logStoreFailure(log, metrics, 'run', 'the store failed, the run goes on'),
    onSplitFault: serializeError('a summarizer failed, the general one stood in'),
    onError: serializeError('a run could not be worked on'),
  };
  const runner: Runner = createRunner(runSettings);
  const clientCalls = createClientCalls({ ...runSettings, readState });
  let isDraining = false;
  return {
    config,
    stores,
    ...{ runner, runners, clientCalls },
    threadActs: createThreadActs({ stores, readState, nowMs: Date.now }),
    streams,
    ...followers,
    readState,
    checkBytes: createBytesChecker(stores.artifacts, nowMs),
    wholeReads: createReadGate(),
    commands,
    environments,
    sealer,
    ...environmentReaders,
    ...atWork,
    ...{ models, compaction, workspaces, worktrees, cloner },
    folderRules: folders.rules,
    log,
    ...watch,
    localMember: localMemberOf(config.localName),
    ...decisions,
    ledger,
    viewBudgets,
    replays: createReplayFiles(config.dataDir),
    ...figures,
    ...toolset,
    identityProvider: config.signIn?.oidc ? createIdentityProvider(config.signIn.oidc, config) : null,
    newId,
    nowMs,
    isDraining: () => isDraining,
    async shutDown() {
      isDraining = true;
      await Promise.all([cloner.close(), runners.leave(), runner.drain(), clientCalls.drain()]);
      // Streams close last, so that people see how their run ended.
      await streams.closeAll();
      await toolset.mcpServers.close();
      await commands.close();
      await ledger.close();
      await followers.notifications.close();
      await Promise.all([followers.searchIndexer.close(), followers.waitingMarks.settled()]);
      await watch.traces.close();
      await stores.close();
    },
  };
}

/** Viewers hear what is appended, which lists have changed, and whether the store is there. */
function openStreams(
  { build }: Config,
  stores: Stores,
  onError: (message: string) => (error: unknown) => void,
) {
  const streams = createEventStreams(stores.events, onError('an event stream broke'), build, paceMs);
  stores.listChanges.onAnnounced(streams.announceList);
  const storeWatch = watchStore(stores.health, (fault) => {
    const now = new Date(nowMs()).toISOString();
    streams.announce(ephemeralEvent(fault === null ? 'store.back' : `store.${fault}`, {}, now));
  });
  return { streams, storeWatch };
}

/** The index and the lists follow what is appended to a log. */
function openFollowedStores(
  config: Config,
  { log, metrics, sealer }: { log: Logger; metrics: Watch['metrics']; sealer: () => Sealer },
): Pick<Services, 'stores' | 'searchIndexer' | 'waitingMarks' | 'notifications' | 'readState'> {
  const { redisUrl, dataDir, artifactTtlSeconds, artifactBytes } = config;
  const onIndexFailure = logStoreFailure(log, metrics, 'search', 'the search index could not be written');
  const onFailure = (error: unknown) => log.error({ err: error }, 'lists could not be kept up to date');
  const opened = openStores({ redisUrl, dataDir, artifactTtlSeconds, artifactBytes, nowMs });
  const stores = announcingStores(opened, onFailure);
  const readState = createStateReader(stores.events);
  const searchIndexer = createSearchIndexer(stores, onIndexFailure);
  const waitingMarks = createWaitingMarks(stores, readState, onFailure);
  const notifications = createNotifications(config, stores, readState, {
    ...{ sealer, newId, nowMs, localMember: localMemberOf(config.localName) },
    onError: (error) => log.error({ err: error }, 'somebody could not be notified'),
  });
  const events = notifications.followed(waitingMarks.followed(searchIndexer.followed(stores.events)));
  return { stores: { ...stores, events }, searchIndexer, waitingMarks, notifications, readState };
}

/** What is shared by all that works in this process. */
const createAtWork = () => ({
  terminals: createTerminals(nowMs),
  elicitations: createElicitations(),
  subAgentStops: createSubAgentStops(),
  openNames: createSharedNames(),
});

function openConfigured(roots: readonly string[], rules: WorkspaceRootRules) {
  const names = nameWorkspaces(roots);
  return roots.map((root, index) => openWorkspace(root, names[index] ?? root, rules));
}

type EnvironmentReaders = Pick<Services, 'readEnvironment' | 'readSecrets'>;

function createEnvironmentReaders(
  { toolchains }: Config,
  { settings }: Stores,
  environments: Environments,
  sealer: () => Sealer,
): EnvironmentReaders {
  return {
    async readEnvironment(workspace) {
      const variables = variablesOf(await settings.get(), workspace);
      return {
        // Without it commands run all the same.
        folder: await environments.open(workspace).catch(() => null),
        toolchains,
        variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      };
    },
    async readSecrets(workspace) {
      const stored = storedSecretsOf(await settings.get(), workspace);
      return stored.flatMap(({ name, sealed }) => {
        // One that was sealed with another key is as good as gone: it has to be set again.
        const value = sealer().open(sealed, secretSubject(workspace, name));
        return value === null ? [] : [{ name, value }];
      });
    },
  };
}

/** Made when it is first needed: most servers never seal anything. */
function createLazySealer({ secret, dataDir }: Config): () => Sealer {
  let sealer: Sealer | null = null;
  return () => {
    sealer ??= createSealer(secret ?? readDataSecret(dataDir));
    return sealer;
  };
}

function createToolFiles(
  config: Config,
  isOffered: (toolName: string) => boolean,
): Services['readToolFiles'] {
  let loading: Promise<readonly LoadedToolFile[]> | null = null;
  const load = async () =>
    (await loadToolFiles(config.toolFiles)).map((file) => ({
      ...file,
      tools: file.tools.filter(({ name }) => isOffered(name)),
    }));
  return () => {
    loading ??= load();
    return loading;
  };
}

/** What is known of models besides their answers. */
function createModelFigures(
  config: Config,
  models: Models,
): Pick<Services, 'priceOf' | 'countText' | 'windowOf'> {
  const nameOf = (id: string) =>
    Object.hasOwn(config.prices, id) ? id : (models.find(id)?.providerName ?? id);
  return {
    priceOf: (id, inputTokens) => priceOfModel(nameOf(id), config.prices, inputTokens),
    countText: createTextCounter(),
    windowOf: (model) => contextWindowOf(model, config.models),
  };
}

interface ToolNeeds {
  sealer(): Sealer;
  stores: Stores;
  commands: Commands;
  workspaces: Workspaces;
  readAgents: TeamDecisions['readAgents'];
  nowMs(): number;
}

type Toolset = Pick<
  Services,
  'tools' | 'readToolFiles' | 'readOwnTools' | 'listMcpServers' | 'mcpServers' | 'mcpSignIns' | 'toolChanges'
>;

/** All tools that are not excluded, from wherever they come. */
function createToolset(
  config: Config,
  needs: ToolNeeds,
): Toolset & { readTools(user: McpUser): Promise<readonly Tool[]>; canRecall: boolean } {
  const isOffered = (toolName: string) =>
    !config.excludedTools.some((pattern) => matchesTool(pattern, toolName));
  const offered = tools.filter(({ name }) => isOffered(name));
  const readToolFiles = createToolFiles(config, isOffered);
  const mcp = createMcp(config, { ...needs, isOffered });
  const callable = offered.filter(isForPrograms).map(({ name }) => name);
  const program = config.codeMode && isOffered(runProgramProfile.name) ? [createRunProgram(callable)] : [];
  const readOwnTools = async () => {
    const agents = isOffered(delegateProfile.name) ? await needs.readAgents() : [];
    const delegate = agents.length > 0 ? [createDelegate(agents)] : [];
    return [...offered, ...delegate, ...program, ...(await readToolFiles()).flatMap((file) => file.tools)];
  };
  return {
    tools: offered,
    readToolFiles,
    readOwnTools,
    canRecall: isRecallAmong(offered),
    ...mcp,
    async readTools(user) {
      const [own] = await Promise.all([readOwnTools(), mcp.mcpServers.connect(user)]);
      return [...own, ...(await mcp.mcpServers.tools(user))];
    },
  };
}

function createMcp(
  config: Config,
  {
    stores,
    commands,
    workspaces,
    sealer,
    isOffered,
    nowMs,
  }: Omit<ToolNeeds, 'readAgents'> & { isOffered(toolName: string): boolean },
): Pick<Services, 'listMcpServers' | 'mcpServers' | 'mcpSignIns' | 'toolChanges'> {
  const { dataDir, clonesDir, configFile, baseUrl, signIn } = config;
  const listMcpServers = async () =>
    mcpServerEntries(config.mcpServers, addedServersOf(await stores.settings.get()), config.mcpCommands);
  const mcpSignIns = createMcpSignIns({
    listServers: listMcpServers,
    stores,
    sealer,
    baseUrl,
    metadataUrl: baseUrl?.startsWith('https:') ? baseUrl + clientMetadataPath : null,
    allowsPrivate: signIn === null,
  });
  const own = [dataDir, clonesDir, ...(configFile === null ? [] : [configFile])];
  const surroundings = {
    httpAddress: mcpSignIns.address,
    commands,
    cachesFolder: join(/* turbopackIgnore: true */ dataDir, 'mcp'),
    spillFolder: join(/* turbopackIgnore: true */ dataDir, 'spill'),
    listClosedPaths: async () => [...own, ...(await workspaces.list()).map(({ root }) => root)],
  };
  const listSources = async () =>
    new Map(
      [...(await listMcpServers())].map(([name, entry]) => [
        name,
        mcpServerSource(name, entry, surroundings),
      ]),
    );
  const drift = createToolDrift(stores.toolDefinitions, nowMs);
  // In local mode this machine has another origin by itself.
  const showsApps = config.contentUrl !== null || signIn === null;
  const toolChanges = createChangeSignal();
  const onTools = toolChanges.announce;
  const mcpServers = createMcpServers(listSources, { isOffered, drift, showsApps, onTools, nowMs });
  return { listMcpServers, mcpServers, mcpSignIns, toolChanges };
}

/** The folder of clones, and the server's own folders, which cannot be workspaces. */
const foldersOf = ({ clonesDir, dataDir, signIn, workspaceFolders }: Config) => ({
  clones: join(/* turbopackIgnore: true */ clonesDir, 'repositories'),
  worktrees: join(/* turbopackIgnore: true */ clonesDir, 'worktrees'),
  environments: join(/* turbopackIgnore: true */ dataDir, 'environments'),
  rules: { allowed: signIn === null ? null : workspaceFolders, forbidden: [dataDir, clonesDir] },
});
