import { z } from 'zod';

/** What people are notified of. */
export const notificationKinds = ['mention', 'approval', 'run_ended'] as const;
export const notificationKindSchema = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof notificationKindSchema>;

const person = z.object({ id: z.string(), name: z.string() });

/** Something in a conversation that somebody should know of now. */
export interface Notification {
  kind: NotificationKind;
  conversationId: string;
  /** Where in the conversation: a message; `null`: its end. */
  messageId: string | null;
  /** Whom it is for: those who are mentioned or may answer, or whose run it was. */
  to: readonly z.infer<typeof person>[];
  /** Who mentions them; `null`: the agent. */
  by: z.infer<typeof person> | null;
  /** How a run ended; `null`: it is not about that. */
  outcome: string | null;
  /** What it says: the start of a message, or what is asked. It may be of a private conversation. */
  text: string;
  timestamp: string;
}
