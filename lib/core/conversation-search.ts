import type { ListedConversation } from './conversation.ts';

/** A message that holds what was searched for. */
export interface MessageHit {
  conversationId: string;
  messageId: string;
  /** A line of the message around the first place. */
  excerpt: string;
}

export interface ConversationSearch {
  /** Whose title holds it, in the order of the list. */
  conversations: ListedConversation[];
  /** Of the conversations that changed last, first. */
  hits: MessageHit[];
  /** Not everything was looked through, or not everything found is here. */
  isCut: boolean;
}
