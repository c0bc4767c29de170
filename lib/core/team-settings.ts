import { z } from 'zod';

/** What admins decide for the whole team. */
export const teamSettingsSchema = z.object({
  /** Whether links may be made, and opened, that ask nobody to sign in. */
  linkShares: z.boolean(),
});
export type TeamSettings = z.infer<typeof teamSettingsSchema>;

/** Those that somebody decided; the rest is as it is from the start. */
export const chosenSettingsSchema = teamSettingsSchema.partial();
export type ChosenSettings = z.infer<typeof chosenSettingsSchema>;
