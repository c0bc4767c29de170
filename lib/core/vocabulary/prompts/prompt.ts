import { z } from 'zod';
import { pageLimits } from '#lib/core/page-limits.ts';
import { promptName } from './prompt-text.ts';

export const promptNameSchema = z.string().regex(promptName);

/** As somebody saves it; `{{name}}` in it is a field to fill in. */
export const promptSettingsSchema = z.strictObject({
  text: z.string().trim().min(1).max(pageLimits.promptCharacters),
});

const savedPromptSchema = promptSettingsSchema.extend({
  by: z.object({ id: z.string(), name: z.string() }),
  savedAt: z.iso.datetime(),
});
export type SavedPrompt = z.infer<typeof savedPromptSchema>;

/** As a request to save it. */
export const promptRequestSchema = promptSettingsSchema.extend({
  isNew: z.literal(true).optional().describe('Replaces none: 409 where there is one of this name'),
});

/** A message that the team saved, to be sent again by its name. */
export const promptViewSchema = savedPromptSchema.extend({ name: promptNameSchema });
export type PromptView = z.infer<typeof promptViewSchema>;

const prefix = 'prompt.';

/** As they are stored, each under a name of its own; `null`: it was removed. */
export type ChosenPrompts = Partial<Record<`${typeof prefix}${string}`, SavedPrompt | null>>;

export const chosenPromptsSchema = z
  .looseRecord(z.templateLiteral([prefix, z.string()]), savedPromptSchema.nullable())
  .transform(
    (stored): ChosenPrompts =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(prefix))),
  );

/** By name. @param chosen all settings of the team */
export const promptsOf = (chosen: ChosenPrompts): PromptView[] =>
  Object.entries(chosen)
    .filter((entry): entry is [string, SavedPrompt] => entry[0].startsWith(prefix) && !!entry[1])
    .map(([name, prompt]) => ({ ...prompt, name: name.slice(prefix.length) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** The stored form of a prompt that is saved; `null`: of one that is removed. */
export const promptSetting = (name: string, prompt: SavedPrompt | null): ChosenPrompts => ({
  [`${prefix}${name}` as const]: prompt,
});
