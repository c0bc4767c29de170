/** Every bound that people or models can run into, in one place (units in the names). */
export const limits = {
  messageCharacters: 200_000,
  jsonBodyBytes: 1024 * 1024,
  /** Of a body that is larger, read before it is cut off. */
  discardedBodyBytes: 16 * 1024 * 1024,
  /** What people give to the model with one message: so many texts, and their tokens together. */
  messageAttachments: 10,
  givenTokens: 25_000,
  /** Of a text that is given, before it is counted. */
  givenBytes: 1024 * 1024,
  titleCharacters: 120,
  /** Of the exact call that is put before people, as JSON. */
  askedArgumentCharacters: 256 * 1024,
  /** Why a call was refused. */
  reasonCharacters: 500,

  artifactBytes: 128 * 1024 * 1024,
  artifactChunkBytes: 256 * 1024,
  /** Bytes of artifacts that a process keeps of what it read from Redis. */
  artifactCacheBytes: 64 * 1024 * 1024,
  /** How long an artifact can be kept from now on: an hour, a day, seven days. */
  keepSeconds: [3_600, 86_400, 604_800],
  /** How long it is told again that an artifact's bytes were found as recorded (or not), and of how many. */
  bytesCheckMs: 5 * 60_000,
  bytesChecks: 1_000,
  /** Of an artifact that is sent whole as JSON; more is read by lines. */
  wholeJsonBytes: 2 * 1024 * 1024,
  /** Of whole texts that requests read at once in one process, and how many more of them wait. */
  wholeReadBytes: 16 * 1024 * 1024,
  wholeReadsWaiting: 100,
  /** What a request holds of a text that it reads piece by piece to its end. */
  scanBytes: 1024 * 1024,
  linesPerWindow: 2_000,
  windowBytes: 256 * 1024,
  lineCharacters: 2_000,
  searchCharacters: 1_000,
  /** Of a search within an artifact: so many are told with their places, the rest is counted. */
  searchHits: 10_000,
  /** Lines of a filtered log that come at once; the next come when they are looked at. */
  filteredLines: 2_000,

  /** No tool result larger than this reaches the model, also with the split switched off. */
  hardCeilingTokens: 25_000,
  /** What a plain host is assumed to admit of one result; the baseline of "avoided". */
  admittedTokens: 25_000,
  /** Of what went wrong in one command: people are led to so many. */
  problems: 60,
  recallTokens: 2_000,
  recallMaxTokens: 8_000,
  /** Fewer would not hold the note that something was cut. */
  recallMinTokens: 50,
  /** Of an artifact that a jsonPath looks into. */
  jsonPathBytes: 4 * 1024 * 1024,
  /** Of an artifact whose text stands in for an argument. */
  referenceBytes: 1024 * 1024,
  readRangeTokens: 8_000,
  toolErrorCharacters: 2_000,
  sessionLogBytes: 8 * 1024,
  storedArgumentCharacters: 20_000,
  storedArgumentDepth: 64,

  stepsPerRun: 20,
  /** Of an answer's text, and of its reasoning; of all that it sends to tools. A longer one is stopped there. */
  answerBytes: 1024 * 1024,
  answerArgumentBytes: 16 * 1024 * 1024,
  deltaIntervalMs: 30,
  modelIdleMs: 60_000,
  modelRetries: 2,
  /** A model server that asks for a longer wait is not waited for: the run fails and says when to try again. */
  retryAfterSeconds: 60,
  leaseMs: 15_000,
  leaseRenewMs: 5_000,
  reapIntervalMs: 10_000,
  drainMs: 20_000,

  /** Of the whole server, and of one address that is no proxy of ours. */
  connections: 4_096,
  connectionsPerAddress: 512,
  /** Until the head of a request has come, and until all of it has. */
  requestHeadersMs: 20_000,
  requestMs: 60_000,
  /** Longer than the 60 s for which proxies keep an idle connection, or a proxy may send a request on one that was just closed here. */
  keepAliveMs: 65_000,
  /** A reader who takes nothing of what waits for them for so long has gone. */
  idleReaderMs: 30_000,

  streamsPerMember: 20,
  conversationsPerStream: 200,
  pingMs: 15_000,
  eventsPerPage: 1_000,
  liveEvents: 4_000,
  /** After so many deltas of an answer its text so far takes their place in the live buffer, in one delta. */
  deltasPerSnapshot: 500,
  liveSeconds: 3_600,
  /**
   * A viewer that has not read for so long that this much waits for it is cut off; it resumes from its cursor. Only what came
   * after the past was replayed counts, and of one event no more than `streamChunkBytes`.
   */
  streamBacklogBytes: 1024 * 1024,
  /** What a stream hands on at a time, where so much is there. */
  streamChunkBytes: 64 * 1024,
  /** The past is read in pages of so many events; of a page so much is encoded before the viewer has taken it. */
  replayedEvents: 200,
  replayedBytes: 256 * 1024,
  /** A viewer joins the others once no more events than these came while it took a page. */
  eventsBehind: 20,
  /** Of text that is streaming, in one event. */
  deltaCharacters: 256 * 1024,
  /** After so many pings without taking anything a viewer has gone. */
  streamIdlePings: 4,
  /** How long viewers have to take the last events when the server ends. */
  streamEndMs: 2_000,

  grepTimeoutMs: 10_000,
  grepFiles: 100_000,
  grepLineCharacters: 2_000,
  /** Lines of its file before a match, and as many behind it: at first, when more are asked for, and at most. */
  contextLines: [5, 20, 50],
  /** Of a file that is read for them. */
  contextFileBytes: 128 * 1024 * 1024,
  listEntries: 20_000,
  /** A listing that is read whole to be shown as a tree. */
  treeBytes: 4 * 1024 * 1024,
  /** Files of a diff or of a search that are folded one by one. */
  fileSections: 10_000,
  pathBytes: 1_024,
  pathComponentBytes: 255,

  commandSeconds: 60,
  commandMaxSeconds: 600,
  commandCharacters: 100_000,
  codeCharacters: 200_000,
  /** A command that prints more is stopped. */
  commandOutputBytes: 1024 * 1024 * 1024,
  /** Of all its processes together. */
  commandMemoryBytes: 2 * 1024 * 1024 * 1024,
  /** Of one of its processes (RLIMIT_DATA). */
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
  /** Commands of a conversation that wait for their turn: all that one step asks for, and of all conversations together. */
  commandQueue: 1_000,
  commandQueuePerServer: 4_000,
  /** Output of a command that waits to be read; at more it is held back. */
  commandBufferBytes: 256 * 1024,
  /** Files and folders of a workspace that are hidden from one command or protected; where there are more, none runs. */
  commandMounts: 1_000,
  /** With less room on the disk no command starts. */
  workspaceFreeBytes: 64 * 1024 * 1024,
  memoryWatchMs: 250,
  growthWatchMs: 1_000,
  /** From SIGTERM to SIGKILL. */
  killGraceMs: 1_000,
  /** How long output may still come when the program is gone. */
  outputGraceMs: 1_500,
  partialIntervalMs: 100,
  stderrRanges: 500,

  terminalSeconds: 300,
  terminalMaxSeconds: 1_800,
  terminalIdleSeconds: 300,
  terminalInputCharacters: 64 * 1024,
  /** Typed or pasted, and not yet read by the program; more is dropped. */
  terminalInputBytes: 16 * 1024 * 1024,
  terminalColumns: 500,
  terminalRows: 200,

  /** A clone that takes longer, or more room, is ended. */
  cloneSeconds: 600,
  cloneBytes: 2 * 1024 * 1024 * 1024,
  cloneMemoryBytes: 1024 * 1024 * 1024,
  cloneWatchMs: 1_000,
  /** Git at work in a repository, inside the sandbox. */
  gitSeconds: 120,
  /** Of a change that is merged. */
  mergedBytes: 16 * 1024 * 1024,

  editFileBytes: 4 * 1024 * 1024,
  patchCharacters: 1024 * 1024,
  patchFiles: 200,
  /** All files of one change together, as they are before it. */
  changedBytes: 32 * 1024 * 1024,

  imageFileBytes: 20 * 1024 * 1024,
  imagePixels: 40_000_000,
  imageTimeoutSeconds: 10,
  /** Longest side of a drawing (SVG) that has no pixels of its own: what it asks for, within these. */
  drawingMinPixels: 512,
  drawingMaxPixels: 2_000,
  /** Longest side of an image that a model looks at; providers scale down to about this. */
  modelImagePixels: 1_568,
  modelImageBytes: 2 * 1024 * 1024,
  /** The latest images of a conversation go to the model; providers refuse requests over some 30 MB. */
  modelImages: 10,

  mediaUrlCharacters: 2_000,
  mediaTitleMs: 3_000,
  mediaTitleBytes: 64 * 1024,
  mediaTitleCharacters: 200,

  /** Of an artifact that is read whole by the page: a tree of JSON, a table. The source is shown at any size. */
  dataViewBytes: 32 * 1024 * 1024,
  /** Of a text that is shown as a page: Markdown, HTML. */
  pageBytes: 1024 * 1024,
  /** Bytes that are shown as one stretch: a browser cannot scroll much higher a page than their rows make. */
  hexPartBytes: 8 * 1024 * 1024,
  /** Values in a tree of JSON. */
  jsonTreeNodes: 1_000_000,
  /** A browser cannot scroll much higher a page than so many rows make. */
  tableRows: 500_000,

  /** Of each of two texts that are compared, and of the lines that tell what changed. */
  comparedBytes: 2 * 1024 * 1024,
  comparedLines: 20_000,

  /** A session that is not used ends, one that is used too. */
  sessionIdleSeconds: 7 * 24 * 3_600,
  sessionSeconds: 30 * 24 * 3_600,
  inviteSeconds: 24 * 3_600,
  /** On the way to the identity provider and back. */
  signInSeconds: 600,
  members: 1_000,
  /** Who may see a private conversation. */
  audienceMembers: 100,
  /** A search through conversations: the latest ones, for so long; so many messages of each are told. */
  searchedConversations: 200,
  conversationSearchMs: 2_000,
  hitsPerConversation: 3,
  conversationQueryCharacters: 200,
  auditEntries: 100_000,
  /** Who reads a stream is asked for their right again so often. */
  rightsCheckMs: 4_000,
  /** The list of conversations is read again so often where others change it too. */
  listBeatMs: 5_000,
  /** Who looks at a conversation tells so every `presenceBeatMs`; who has not for `presenceMs` is gone. */
  presenceBeatMs: 10_000,
  presenceMs: 25_000,
  /** So long after the last key somebody counts as typing. */
  typingMs: 4_000,
  /** Entries of the audit log that come at once. */
  auditPage: 200,
  shareMinSeconds: 30 * 60,
  shareMaxSeconds: 90 * 24 * 3_600,
  shareDefaultSeconds: 7 * 24 * 3_600,
  shareMaxViews: 10_000,
  /** Of a link to the origin of user content. */
  contentLinkSeconds: 60,
  /** How long the lines of a page can be read that was opened at one of a limited number of views. */
  shareReadSeconds: 3_600,
} as const;
