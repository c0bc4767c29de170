import { z } from 'zod';

/** A member who has used Vitrine in the last minutes. */
export const presentMemberSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Accurate to the minute. */
  lastSeenAt: z.iso.datetime(),
});
export type PresentMember = z.infer<typeof presentMemberSchema>;
