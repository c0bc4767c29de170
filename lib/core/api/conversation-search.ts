import { z } from 'zod';
import { listedConversationSchema } from '../vocabulary/conversation.ts';

/** A message that contains every word of the query. */
const messageHitSchema = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  /** One line of the message, around the words if they are together, or around the first one. */
  excerpt: z.string(),
});
export type MessageHit = z.infer<typeof messageHitSchema>;

export const conversationSearchSchema = z.object({
  /** Conversations whose title contains every word, in list order. */
  conversations: z.array(listedConversationSchema),
  /** The latest first, at most three of a conversation. */
  hits: z.array(messageHitSchema),
  /** Not everything was searched, or not every match is included. */
  isCut: z.boolean(),
});
export type ConversationSearch = z.infer<typeof conversationSearchSchema>;
