/** Limits that a conversation's page needs from the start: the others are not in its first scripts. */
export const pageLimits = {
  /**
   * What people attach to one message for the model: maximum number of texts, and of their tokens together.
   */
  messageAttachments: 10,
  reviewComments: 50,
  commentCharacters: 4_000,
  attachmentTokens: 25_000,
  /** How long an artifact can be kept from now: an hour, a day, or seven days. */
  keepSeconds: [3_600, 86_400, 604_800],
  /** Maximum size of a text that is rendered as a page: Markdown or HTML. */
  pageBytes: 1024 * 1024,
  /**
   * A viewer of a conversation reports every `presenceBeatMs`; one who has not reported for `presenceMs` is
   * gone.
   */
  presenceBeatMs: 10_000,
  presenceMs: 25_000,
  /** How long after the last key somebody counts as typing. */
  typingMs: 4_000,
  /** Conversations of the list in the sidebar, besides pinned ones and those with news. */
  listedConversations: 300,
  /** Between two readings of that list while it changes. */
  listPaceMs: 1_500,
  hiddenListPaceMs: 15_000,
  listSpreadMs: 300,
  listRetryMs: 5_000,
  titleCharacters: 120,
  /** For how long after their last request members count as here, from when on as idle, and how often a page asks. */
  presentMs: 15 * 60_000,
  idleMs: 3 * 60_000,
  presentPaceMs: 60_000,
  promptCharacters: 8_000,
  /** What the team, and a conversation, tell the model besides. */
  instructionCharacters: 8_000,
  conversationQueryCharacters: 200,
} as const;
