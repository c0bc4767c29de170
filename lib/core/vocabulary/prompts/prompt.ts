import { z } from 'zod';
import { pageLimits } from '#lib/core/page-limits.ts';
import { promptName } from './prompt-text.ts';

export const promptNameSchema = z.string().regex(promptName);

/** As somebody saves it; `{{name}}` in it is a field to fill in. */
export const promptSettingsSchema = z.strictObject({
  text: z.string().trim().min(1).max(pageLimits.promptCharacters),
});

/** As a request to save it. */
export const promptRequestSchema = promptSettingsSchema.extend({
  isNew: z.literal(true).optional().describe('Replaces none: 409 where there is one of this name'),
});

/** A message that the team saved, to be sent again by its name. */
export const promptViewSchema = promptSettingsSchema.extend({
  name: promptNameSchema,
  by: z.object({ id: z.string(), name: z.string() }),
  savedAt: z.iso.datetime(),
});
export type PromptView = z.infer<typeof promptViewSchema>;
