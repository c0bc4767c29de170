import { z } from 'zod';
import { notificationKindSchema } from './notification.ts';

/** Something that is to be sent to the webhook, or to a browser of a member, until it was. */
export const deliverySchema = z.object({
  id: z.string(),
  /** How often it was tried. */
  attempts: z.int(),
  /** When it is tried next, in milliseconds since 1970. */
  dueMs: z.number(),
  /** The body, which stays the same for all attempts. */
  body: z.string(),
  /** To the webhook: what it is about, which may be closed to it by the time it is sent. */
  webhook: z.object({ kind: notificationKindSchema, conversationId: z.string() }).optional(),
  /** To a browser. */
  push: z
    .object({
      memberId: z.string(),
      subscriptionId: z.string(),
      kind: notificationKindSchema,
      conversationId: z.string(),
    })
    .optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;
