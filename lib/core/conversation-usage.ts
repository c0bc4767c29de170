import type { ContextParts } from './context-parts.ts';
import type { SavingsFigures } from './savings.ts';

/** What fills the model's context in a conversation, and what the split has kept out of it so far. */
export interface ConversationUsage {
  model: string;
  /** Tokens that the model takes in at once; `null`: not known. */
  windowTokens: number | null;
  /** What the next model call would be sent, as this program counts it. */
  usedTokens: number;
  parts: ContextParts;
  /** Of the conversation so far. */
  figures: Pick<SavingsFigures, 'withheldTokens' | 'avoidedTokens' | 'netMicrodollars' | 'costMicrodollars'>;
}
