import { z } from 'zod';

/** A member who has had a page in sight in the last minutes. */
export const presentMemberSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** For how long no page of theirs has been in sight; 0: one is. */
  idleMinutes: z.int(),
});
export type PresentMember = z.infer<typeof presentMemberSchema>;
