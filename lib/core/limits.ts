import { pageLimits } from './page-limits.ts';

/** Every limit that people or models can run into, in one place (units in the names). */
export const limits = {
  ...pageLimits,
  messageCharacters: 200_000,
  jsonBodyBytes: 1024 * 1024,
  /** How much of an oversized request body is read before the connection is cut. */
  discardedBodyBytes: 16 * 1024 * 1024,
  /** How much of a message goes to the model as text, unless the config file says otherwise. */
  pasteTokens: 2_000,
  /** Maximum length of the name that a file is uploaded under. */
  fileNameCharacters: 1_000,
  /** Maximum size of an attached text, before its tokens are counted. */
  attachmentBytes: 1024 * 1024,
  /** Maximum length, as JSON, of the exact call that people are asked to approve. */
  askedArgumentCharacters: 256 * 1024,
  /** How long after its making a result lasts at most because pages show it, and how many a page names at once. */
  renewedMs: 8 * 3_600_000,
  renewedArtifacts: 200,
  /** Encrypted reasoning of one item that is kept for later steps. */
  reasoningCharacters: 256 * 1024,
  /** Calls that are allowed for good: for a team, and how long each may be as JSON. */
  allowedCalls: 200,
  allowedCallCharacters: 4_000,
  /** What is read of a file with instructions, and how much of it the model gets. */
  instructionFileBytes: 256 * 1024,
  instructionFileCharacters: 16_000,
  /** What waits to be sent to programs elsewhere. */
  deliveries: 1_000,
  /** How long a webhook may take to answer, how often it is tried, and how long after the first attempt; each wait is six times the last. */
  webhookMs: 10_000,
  deliveryAttempts: 6,
  deliveryRetryMs: 5_000,
  /** Browsers that show a member's notifications, and how many that were stopped are known as such; how long a push service may take, and stores what it could not deliver. */
  pushSubscriptions: 10,
  stoppedBrowsers: 50,
  pushMs: 10_000,
  pushStoredSeconds: 86_400,
  /** For how long a push service that does not answer is left alone at most. */
  pushRestMs: 5 * 60_000,
  /** The picture of a member: its edge in pixels as it is stored, and how large a file may be that it is made from. */
  pictureEdge: 256,
  pictureBytes: 8 * 1024 * 1024,
  /** Names that a member had before, which nobody else gets. */
  formerNames: 20,
  /** Groups of a member that are kept, of those the identity provider names. */
  providerGroups: 200,
  /** Prompts of a team. */
  prompts: 200,
  /** The reason for refusing a call. */
  reasonCharacters: 500,
  /** What the model reads of a message that people wrote to one another, and of all since the last run. */
  teamLineCharacters: 400,
  teamLinesCharacters: 4_000,
  /** What the model reads of a message that another one answers. */
  replyLineCharacters: 200,

  artifactBytes: 128 * 1024 * 1024,
  artifactChunkBytes: 256 * 1024,
  /** Size of a process's cache of artifact bytes read from Redis. */
  artifactCacheBytes: 64 * 1024 * 1024,
  /** How long, and for how many artifacts, the result of checking their bytes is cached. */
  bytesCheckMs: 5 * 60_000,
  bytesChecks: 1_000,
  /** Maximum size of an artifact that is sent whole as JSON; larger ones are read by lines. */
  wholeJsonBytes: 2 * 1024 * 1024,
  /** Whole texts that one process reads at once for requests, and how many further requests wait. */
  wholeReadBytes: 16 * 1024 * 1024,
  wholeReadsWaiting: 100,
  /** How much of a text a request buffers when it reads the text to its end in pieces. */
  scanBytes: 1024 * 1024,
  linesPerWindow: 2_000,
  windowBytes: 256 * 1024,
  lineCharacters: 2_000,
  searchCharacters: 1_000,
  /** In a search within an artifact: hits sent with their offsets; the rest is only counted. */
  searchHits: 10_000,
  /** Lines of a filtered log per page; the next page is fetched on scrolling. */
  filteredLines: 2_000,

  /** No larger tool result reaches the model, even with the split disabled. */
  hardCeilingTokens: 25_000,
  /** How much of one result a plain host is assumed to send; the baseline of "avoided". */
  admittedTokens: 25_000,
  /** Failures of one command that the page links to. */
  problems: 60,
  /** Of the window: where older messages are compacted, what is kept as it is, and what their summary may take. */
  compactionShare: 0.8,
  /** What a model's own words on compacted messages may have, and how long they may take. */
  ownSummaryTokens: 500,
  ownSummaryShare: 0.05,
  ownSummaryMs: 60_000,
  ownSummaryCharacters: 400_000,
  /** How long a model may take for a title, and how much it reads of a message and of its answer. */
  titleMs: 20_000,
  titleSourceCharacters: 2_000,
  /** Unread messages of a conversation; no more are counted. */
  countedUnread: 100,
  /** Between two announcements of changed lists. */
  listNewsMs: 500,
  /** A busy process waits so many times longer than with words: each announcement goes to everybody. */
  listNewsPaces: 15,
  keptShare: 0.25,
  summaryShare: 0.1,
  summaryTokens: 2_000,
  minSummaryCharacters: 400,
  /** Less is not compacted: the prompt cache would be rebuilt for nothing. */
  minCompactedTokens: 200,
  /** A program that calls tools: its length, how long it may run, how often it calls, in all and at once, and the longest result of a call. */
  programCharacters: 40_000,
  programMs: 120_000,
  programCalls: 200,
  programResultBytes: 4 * 1024 * 1024,
  programCallsAtOnce: 8,
  recallTokens: 2_000,
  recallMaxTokens: 8_000,
  /** A smaller budget would not fit the note that something was cut. */
  recallMinTokens: 50,
  /** Maximum size of an artifact that a jsonPath query reads. */
  jsonPathBytes: 4 * 1024 * 1024,
  /** Maximum size of an artifact whose text replaces an argument. */
  referenceBytes: 1024 * 1024,
  readRangeTokens: 8_000,
  toolErrorCharacters: 2_000,
  sessionLogBytes: 8 * 1024,
  storedArgumentCharacters: 20_000,
  storedArgumentDepth: 64,

  /** How long an MCP server may take to answer at its start. */
  mcpConnectMs: 30_000,
  /** Its first question is of the newest revision; who is silent that long speaks an older one. */
  mcpProbeMs: 3_000,
  /** Without a word of progress, a call of its tools ends after this; with it, after the second. */
  mcpSilenceMs: 120_000,
  mcpCallMs: 20 * 60_000,
  /** A server that ended is started again after this, and after twice as long each time, up to the second. */
  mcpRetryMs: 2_000,
  mcpRetryMaxMs: 300_000,
  /** Longest message of a server; read whole, it takes many times that. */
  mcpMessageBytes: 64 * 1024 * 1024,
  /** Longer values in the result of a program are kept out of the memory; all of one message have room for the second. */
  mcpSpillFrom: 4 * 1024 * 1024,
  mcpSpilledBytes: 512 * 1024 * 1024,
  /** What nobody takes of them by then is dropped. */
  mcpSpillMs: 60_000,
  mcpWaitingSpills: 16,
  /** Largest image or other bytes of a result, in base64. */
  mcpRestoredBytes: 48 * 1024 * 1024,
  /** Longest definition of a tool; longer ones are not offered. */
  mcpDefinitionCharacters: 40_000,
  mcpToolsPerServer: 100,
  mcpServers: 50,
  /** Tools of one server, ever, that are accepted as they come; later ones wait for an admin. */
  mcpKnownTools: 1_000,
  mcpTitleCharacters: 200,
  /** Progress of a call is reported at most this often. */
  mcpProgressMs: 100,
  /** How long a run waits for servers that are being started; it goes on without their tools. */
  mcpPatienceMs: 15_000,
  /** The definitions of more tools of MCP servers than this, or of more than this share of the window, are not sent. */
  sentServerTools: 20,
  definitionShare: 0.05,
  /** The window of a model that is not known. */
  usualWindowTokens: 128_000,
  /** What a tool of a file may keep with its call. */
  customTelemetryBytes: 8 * 1024,
  /** Tools that one search gives, and the tokens that they take together. */
  foundTools: 5,
  foundToolTokens: 2_000,
  /** Workspaces in which one server has a program at a time; beyond that, one that is not called ends. */
  mcpProgramsPerServer: 30,
  /** Members who are connected to one server over HTTP at a time. */
  mcpConnectionsPerServer: 500,
  /** A program that nobody calls ends after this; the next call starts it again. */
  mcpIdleMs: 10 * 60_000,
  /** Questions of a server to people: fields, what may be chosen in one, and characters of a text. */
  elicitationFields: 20,
  elicitationOptions: 200,
  elicitationOptionCharacters: 1_000,
  elicitationCharacters: 2_000,
  /** Images and files of one result that become artifacts of their own. */
  resultParts: 20,
  /** The page of an app, with the result that it shows. */
  appCharacters: 8 * 1024 * 1024,
  /** Up to here, what a server marks for the model is its view, where results are split. */
  mcpOwnViewTokens: 400,

  stepsPerRun: 20,

  /** Model calls of a sub-agent for one task, unless its settings say otherwise, and at most. */
  stepsPerAgent: 30,
  maxStepsPerAgent: 100,
  /** Sub-agents that delegate in turn: how many are below one another, and how many one call starts. */
  agentDepth: 2,
  agentsPerCall: 4,
  /** How long a sub-agent waits for people to answer. */
  agentPatienceMs: 30 * 60_000,
  agents: 50,
  taskCharacters: 20_000,
  /** What the model reads of the answers of one call. */
  agentAnswersTokens: 2_000,

  /**
   * Maximum size of an answer's text, of its reasoning, and of all its tool arguments together. A longer
   * answer is stopped there.
   */
  answerBytes: 1024 * 1024,
  answerArgumentBytes: 16 * 1024 * 1024,
  /** Words of an answer are announced themselves to whoever follows it through Redis, unless they are longer. */
  announcedBytes: 16 * 1024,
  /** How often what a model sends is passed on, after its first bytes and before the end. */
  answerReadMs: 30,
  /** A process that is busy for more than this share of its time sends words in larger pieces: collected for up to the second. */
  busyFrom: 0.5,
  busyPaceMs: 150,
  modelIdleMs: 60_000,
  modelRetries: 2,
  /** If a model server asks for a longer wait, the run fails and says when to try again. */
  retryAfterSeconds: 60,
  leaseMs: 15_000,
  leaseRenewMs: 5_000,
  reapIntervalMs: 10_000,
  /** How often a server looks for work that another one has left behind; with the lease, the time until a takeover. */
  takeoverCheckMs: 4_000,
  /** How often in a row an interrupted run is continued without anybody asking. */
  automaticContinuations: 3,
  /** How often new entries of the audit log are sent to its sink. */
  auditForwardMs: 10_000,
  /** How often what the team's policy no longer keeps is deleted. */
  retentionIntervalMs: 3_600_000,
  drainMs: 20_000,

  /** Maximum connections to the whole server, and from one address that is not one of our proxies. */
  connections: 4_096,
  connectionsPerAddress: 512,
  /** Time for the head of a request to arrive, and for all of it. */
  requestHeadersMs: 20_000,
  requestMs: 60_000,
  /** Time for a file to arrive, and how long its sender may be silent. */
  uploadMs: 15 * 60_000,
  silentSenderMs: 30_000,
  /** How long a client that is still sending can read why its request was refused. */
  unreadBodyMs: 5_000,
  /**
   * Longer than the 60 s for which proxies keep an idle connection; otherwise a proxy may send a request on
   * one that was just closed here.
   */
  keepAliveMs: 65_000,
  /** A reader who takes none of the pending data for this long is considered gone. */
  idleReaderMs: 30_000,

  streamsPerMember: 20,
  conversationsPerStream: 200,
  pingMs: 15_000,
  eventsPerPage: 1_000,
  liveEvents: 4_000,
  /** After this many deltas of an answer, the live buffer replaces them with one delta of the text so far. */
  deltasPerSnapshot: 500,
  liveSeconds: 3_600,
  /** How often a server asks whether a newer version has written to its Redis. */
  schemaCheckMs: 5_000,
  /** How long servers have the files of pages of a version after the last server of it was there, and how often one says that it is. */
  pageFileSeconds: 7 * 24 * 3_600,
  pageFileRenewMs: 3_600_000,
  /** How long a server does not ask again which files there are. */
  pageFileNamesMs: 5_000,
  /** How often a runner says that it is alive, for how long that counts, and for how long it is remembered then. */
  runnerBeatMs: 3_000,
  runnerAliveMs: 10_000,
  runnerRememberedMs: 7 * 24 * 3_600_000,
  /** How long what is known of runners is not read again, and how long one that did not respond is avoided. */
  runnersKnownMs: 1_000,
  runnerAvoidedMs: 5_000,
  runnerConnectMs: 3_000,
  /** How long a runner leaves work to one that works on less. */
  runnerYieldMs: 150,
  /** How far the time of a forwarded request may be from the clock of its receiver. */
  forwardedMarkSeconds: 120,
  /**
   * A viewer with this much unread data is disconnected and resumes from its cursor. Counts only what arrived
   * after the replay of past events, and at most `streamChunkBytes` per event.
   */
  streamBacklogBytes: 1024 * 1024,
  /** Maximum size of one chunk of a stream. */
  streamChunkBytes: 64 * 1024,
  /**
   * Past events are read in pages of this many events; the second limit is how much of a page is encoded
   * before the viewer has taken it.
   */
  replayedEvents: 200,
  replayedBytes: 256 * 1024,
  /** A viewer switches from replay to live once at most this many events arrived while it took a page. */
  eventsBehind: 20,
  /** Maximum streaming text in one event. */
  deltaCharacters: 256 * 1024,
  /** After this many pings without taking anything, a viewer is considered gone. */
  streamIdlePings: 4,
  /** How long viewers have to take the last events when the server shuts down. */
  streamEndMs: 2_000,

  grepTimeoutMs: 10_000,
  grepFiles: 100_000,
  grepLineCharacters: 2_000,
  /** Lines of the file shown before and after a match: at first, when expanded, and at most. */
  contextLines: [5, 20, 50],
  /** Maximum size of a file that is read for these lines. */
  contextFileBytes: 128 * 1024 * 1024,
  listEntries: 20_000,
  /** Entries of one folder that are read, to sort them before the list is cut. */
  readEntries: 200_000,
  /** Files offered while somebody types a path. */
  foundFiles: 8,
  /** Files that these are chosen from. */
  foundAmongFiles: 200_000,
  /** For so long they are listed; then it is chosen from those that were. */
  foundWithinMs: 2_000,
  /** Maximum size of a listing that is read whole to be shown as a tree. */
  treeBytes: 4 * 1024 * 1024,
  /** Files of a diff or a search that can be collapsed individually. */
  fileSections: 10_000,
  pathBytes: 1_024,
  pathComponentBytes: 255,

  commandSeconds: 60,
  commandMaxSeconds: 600,
  commandCharacters: 100_000,
  codeCharacters: 200_000,
  /** A command that prints more is stopped. */
  commandOutputBytes: 1024 * 1024 * 1024,
  /** Memory of all processes of a command together. */
  commandMemoryBytes: 2 * 1024 * 1024 * 1024,
  /** Memory of one of its processes (RLIMIT_DATA). */
  commandProcessBytes: 4 * 1024 * 1024 * 1024,
  commandProcesses: 512,
  commandOpenFiles: 4_096,
  commandFileBytes: 1024 * 1024 * 1024,
  commandTmpBytes: 512 * 1024 * 1024,
  commandSharedMemoryBytes: 64 * 1024 * 1024,
  /** What one command may add to its workspace, in bytes and in files. */
  workspaceGrowthBytes: 1024 * 1024 * 1024,
  workspaceGrowthFiles: 200_000,
  commandsPerConversation: 2,
  commandsPerServer: 4,
  /** Queued commands: per conversation (all that one step requests), and of all conversations together. */
  commandQueue: 1_000,
  commandQueuePerServer: 4_000,
  /** Connections of one command to other hosts: at the same time, in all, and the bytes of all of them, both ways. */
  networkOpenConnections: 128,
  networkConnections: 10_000,
  networkBytes: 2 * 1024 * 1024 * 1024,
  /** What the commands of a workspace may keep in their caches and tools; beyond it they are emptied. */
  environmentBytes: 5 * 1024 * 1024 * 1024,
  /** Hosts that one call may ask for, and that are allowed for a workspace. */
  askedHosts: 20,
  workspaceHosts: 200,
  /** CPU time, on each core, of a program that is spoken to by lines: it runs as long as it is needed. */
  commandLinesSeconds: 7 * 24 * 3_600,
  /** Unread output of a command; beyond this, the command is paused. */
  commandBufferBytes: 256 * 1024,
  /**
   * Maximum number of files and folders of a workspace that are hidden from a command or protected; with
   * more, no command runs.
   */
  commandMounts: 1_000,
  /** With less free disk space, no command starts. */
  workspaceFreeBytes: 64 * 1024 * 1024,
  memoryWatchMs: 250,
  growthWatchMs: 1_000,
  /** From SIGTERM to SIGKILL. */
  killGraceMs: 1_000,
  /** How long output may still arrive after the program has exited. */
  outputGraceMs: 1_500,
  partialIntervalMs: 100,
  stderrRanges: 500,

  terminalSeconds: 300,
  terminalMaxSeconds: 1_800,
  terminalIdleSeconds: 300,
  terminalInputCharacters: 64 * 1024,
  /** Typed or pasted input that the program has not read yet; more is dropped. */
  terminalInputBytes: 16 * 1024 * 1024,
  terminalColumns: 500,
  terminalRows: 200,

  /** A clone that takes longer, or more room, is stopped. */
  cloneSeconds: 600,
  cloneBytes: 2 * 1024 * 1024 * 1024,
  cloneMemoryBytes: 1024 * 1024 * 1024,
  cloneWatchMs: 1_000,
  /** Time for each git command of a push. */
  pushSeconds: 120,
  commitMessageCharacters: 10_000,
  patchBytes: 32 * 1024 * 1024,
  /** Time to copy what git ignores into a worktree: installed packages are many files. */
  carrySeconds: 60,
  /** Time for a git command in a repository, inside the sandbox. */
  gitSeconds: 120,
  /** Maximum size of a change that is merged. */
  mergedBytes: 16 * 1024 * 1024,

  editFileBytes: 4 * 1024 * 1024,
  patchCharacters: 1024 * 1024,
  patchFiles: 200,
  /** Total size of all files of one change, before the change. */
  changedBytes: 32 * 1024 * 1024,

  imageFileBytes: 20 * 1024 * 1024,
  imagePixels: 40_000_000,
  imageTimeoutSeconds: 10,
  /** Longest side of a drawing (SVG) without pixel dimensions: what it asks for, within these bounds. */
  drawingMinPixels: 512,
  drawingMaxPixels: 2_000,
  /** Longest side of an image that is sent to a model; providers scale down to about this. */
  modelImagePixels: 1_568,
  modelImageBytes: 2 * 1024 * 1024,
  /**
   * Only the latest images of a conversation are sent to the model; providers refuse requests over some 30
   * MB.
   */
  modelImages: 10,

  /** What is read of the text of a PDF: its first pages, up to a size, and as far as it goes in this time. */
  pdfPages: 2_000,
  pdfTextBytes: 8 * 1024 * 1024,
  pdfReadSeconds: 20,
  /** Then its reader is stopped, whatever it does; also if it takes more memory than this. */
  pdfTimeoutSeconds: 40,
  pdfResidentBytes: 1024 * 1024 * 1024,

  mediaUrlCharacters: 2_000,
  mediaTitleMs: 3_000,
  mediaTitleBytes: 64 * 1024,
  mediaTitleCharacters: 200,

  /**
   * Maximum size of an artifact that the page reads whole, as a JSON tree or a table. The source is shown at
   * any size.
   */
  dataViewBytes: 32 * 1024 * 1024,
  /** Bytes shown as one section: a browser cannot scroll a page much higher than their rows make. */
  hexPartBytes: 8 * 1024 * 1024,
  /** Maximum number of values in a JSON tree. */
  jsonTreeNodes: 1_000_000,
  /** A browser cannot scroll a page much higher than this many rows. */
  tableRows: 500_000,

  /** Maximum size of each of two texts to compare, and of the resulting diff. */
  comparedBytes: 2 * 1024 * 1024,
  comparedLines: 20_000,

  /** When a session expires: unused, and even if it is used. */
  sessionIdleSeconds: 7 * 24 * 3_600,
  sessionSeconds: 30 * 24 * 3_600,
  /** The longest life of an API token. */
  tokenSeconds: 366 * 24 * 3_600,
  tokensPerMember: 50,
  /** How long a link to upload to is valid. */
  uploadLinkSeconds: 600,
  /** How much of a message, and of the arguments of a call, can be found. */
  searchableCharacters: 20_000,
  labelCharacters: 2_000,
  /** Documents that the reader may see and a search compares with what is looked for, before it gives up. */
  searchCandidates: 5_000,
  /** Events, and characters of their messages, that are indexed in one step; between steps other work goes on. */
  indexedAtOnce: 20,
  indexedCharacters: 20_000,
  /** How long a search waits for what has just been appended to be indexed. */
  indexWaitMs: 1_000,
  /** A message of an MCP client; larger content is uploaded. */
  mcpBodyBytes: 8 * 1024 * 1024,
  /** Calls of one client of the gateway at once, in one process. */
  clientCallsAtOnce: 16,
  /** Sessions of one client of an earlier protocol with the gateway, in one process, and how long one is left unused. */
  gatewaySessions: 20,
  gatewaySessionMs: 60 * 60_000,
  /** Questions of servers in one call that the client is asked; more are asked only here. */
  clientQuestions: 6,
  /** Streams of one client at once, in one process. */
  clientStreams: 64,
  /** How long a call of a client waits for people to allow it: nobody may be there. */
  clientApprovalMs: 5 * 60_000,
  /** How often a client is sent progress while its call waits: clients give up on silence. */
  clientWaitingMs: 5_000,
  /** What one answer to an MCP client lists. */
  mcpListed: 20,
  /** A resource that an MCP client reads whole. */
  mcpResourceBytes: 1024 * 1024,
  inviteSeconds: 24 * 3_600,
  /** Time allowed for signing in at the identity provider. */
  signInSeconds: 600,
  /** How long the identity provider may take for one request, and how far its clock may be from this server's. */
  identityProviderMs: 10_000,
  identityClockSeconds: 300,
  members: 1_000,
  /** Maximum number of members who may see a private conversation. */
  audienceMembers: 100,
  /** What a search reads of each kind at once, and how often, and how much of one conversation is among what it shows. */
  searchFound: 100,
  artifactsPerPage: 48,
  /** Where documents are counted, or sorted: how many, and how many are read at once. */
  documentsRead: 2_000,
  documentsReadAtOnce: 500,
  /** Where nothing is found: words for which another spelling is looked for, and texts that are read for a part of one. */
  spelledWords: 5,
  spellingTexts: 50,
  searchPages: 5,
  hitsPerConversation: 2,
  /** What the page gets of each kind, and of one that it asks for alone. */
  resultsOfEach: 3,
  resultsOfOne: 50,
  auditEntries: 100_000,
  /** How often the access rights of a stream's reader are checked again. */
  rightsCheckMs: 4_000,
  /** More would delay the words that are sent to readers meanwhile. */
  rightsCheckedAtOnce: 20,
  /** Entries per page of the audit log. */
  auditPage: 200,
  shareMinSeconds: 30 * 60,
  shareMaxSeconds: 90 * 24 * 3_600,
  shareDefaultSeconds: 7 * 24 * 3_600,
  shareMaxViews: 10_000,
  /** Lifetime of a link to the origin that serves user content. */
  contentLinkSeconds: 60,
  /** How long the lines of a share with limited views stay readable after it was opened. */
  shareReadSeconds: 3_600,
} as const;
