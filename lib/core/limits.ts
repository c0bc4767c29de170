/** Every bound of the product in one place (units in the names). Nothing else in the code names such a number. */
export const limits = {
  messageCharacters: 200_000,
  jsonBodyBytes: 1024 * 1024,
  titleCharacters: 120,

  artifactBytes: 128 * 1024 * 1024,
  artifactChunkBytes: 256 * 1024,
  /** Bytes of artifacts that a process keeps of what it read from Redis. */
  artifactCacheBytes: 64 * 1024 * 1024,
  linesPerWindow: 2_000,
  windowBytes: 256 * 1024,
  lineCharacters: 2_000,

  /** No tool result larger than this reaches the model, also with the split switched off. */
  hardCeilingTokens: 25_000,
  /** What a plain host is assumed to admit of one result; the baseline of "avoided". */
  admittedTokens: 25_000,
  recallTokens: 2_000,
  recallMaxTokens: 8_000,
  /** Fewer would not hold the note that something was cut. */
  recallMinTokens: 50,
  readRangeTokens: 8_000,
  toolErrorCharacters: 2_000,
  sessionLogBytes: 8 * 1024,
  storedArgumentCharacters: 20_000,
  storedArgumentDepth: 64,

  stepsPerRun: 20,
  deltaIntervalMs: 30,
  modelIdleMs: 60_000,
  modelRetries: 2,
  leaseMs: 15_000,
  leaseRenewMs: 5_000,
  reapIntervalMs: 10_000,
  drainMs: 20_000,

  streamsPerMember: 20,
  conversationsPerStream: 200,
  pingMs: 15_000,
  eventsPerPage: 1_000,
  liveEvents: 10_000,
  liveSeconds: 3_600,
  /** A viewer that has not read for so long that this much waits for it is cut off; it resumes from its cursor. */
  streamBacklogBytes: 1024 * 1024,

  grepTimeoutMs: 10_000,
  grepFiles: 100_000,
  grepLineCharacters: 2_000,
  listEntries: 20_000,
  pathBytes: 1_024,
  pathComponentBytes: 255,

  shareMinSeconds: 30 * 60,
  shareMaxSeconds: 90 * 24 * 3_600,
  shareDefaultSeconds: 7 * 24 * 3_600,
} as const;
