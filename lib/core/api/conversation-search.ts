import { z } from 'zod';
import { listedConversationSchema } from '../vocabulary/conversation.ts';

/** A message that contains the query. */
const messageHitSchema = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  /** One line of the message around the first match. */
  excerpt: z.string(),
});
export type MessageHit = z.infer<typeof messageHitSchema>;

export const conversationSearchSchema = z.object({
  /** Conversations whose title contains the query, in list order. */
  conversations: z.array(listedConversationSchema),
  /** Sorted by when the conversation last changed, newest first. */
  hits: z.array(messageHitSchema),
  /** Not everything was searched, or not every match is included. */
  isCut: z.boolean(),
});
export type ConversationSearch = z.infer<typeof conversationSearchSchema>;
