/** What is known of a stored result. In a conversation it outlives the bytes, until the conversation is deleted. */
export interface StoredResult {
  id: string;
  /** What was read or run: `npm test`, `src/cart.ts`. */
  title: string;
  tool: string;
  /** The arguments of the call, as JSON; cut where they are very long. */
  input: unknown;
  mimeType: string;
  byteLength: number;
  /** Bytes over the limit of one result (128 MiB), which were not stored. */
  droppedBytes: number;
  /** `null`: it is not text. */
  lineCount: number | null;
  /** Of a command; `null`: it is none. */
  exitCode: number | null;
  /** SHA-256 of the bytes, hex. */
  sha256: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601; `null`: never. */
  expiresAt: string | null;
  /** Its bytes are gone: its time is over, or the space was needed. */
  isExpired: boolean;
  /** The exact text that the model read. */
  assistantView: string | null;
  /** Empty: it was stored without. */
  conversationId: string;
  /** What the tool returned besides, each with an ID of its own. */
  parts: readonly { artifactId: string; title: string }[];
}

/** Where the results are, for people and for the tool that recalls. */
export interface SplitStore {
  /** `null`: there is no such result. */
  get(artifactId: string): Promise<StoredResult | null>;
  /**
   * All bytes of a result, or those from `start` up to `end`.
   * @returns `null`: it has expired, or there is none
   */
  read(artifactId: string, start?: number, end?: number): Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * Lines of a result, from 1, both included, at most 2,000; colours and the like of a terminal are in them.
   * @returns `null`: it has expired, is not text, or there is none
   */
  readLines(artifactId: string, from: number, to: number): Promise<string[] | null>;
  /** Deletes all results of a conversation. */
  deleteConversation(conversationId: string): Promise<void>;
  close(): Promise<void>;
}
