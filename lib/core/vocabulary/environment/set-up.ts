import { z } from 'zod';

/** How a set-up ended; it runs again when its script has changed. */
export const setUpStateSchema = z.object({
  /** SHA-256 (hex) of the script that ran. */
  sha256: z.string(),
  exitCode: z.int(),
  /** In words: `exit 1`, `stopped after 600 s`. */
  outcome: z.string(),
  durationMs: z.number(),
  endedAt: z.iso.datetime(),
  /** Where people watched it, and what it printed. */
  conversationId: z.string(),
  artifactId: z.string().nullable(),
});
export type SetUpState = z.infer<typeof setUpStateSchema>;

/** Settings of one workspace; `null`: none. */
const chosenSetUpSchema = z.object({
  /** Of the page. */
  script: z.string().nullable(),
  /** SHA-256 of the version of the file that an admin allowed to run unasked. */
  allowed: z.string().nullable(),
});
export type ChosenSetUp = z.infer<typeof chosenSetUpSchema>;
const namePrefix = 'setup.';
export const setUpSettingName = (workspace: string) => `${namePrefix}${workspace}` as const;
type ChosenSetUps = Partial<Record<`${typeof namePrefix}${string}`, ChosenSetUp | null>>;
/** Read from among other settings. */
export const chosenSetUpsSchema = z
  .looseRecord(z.templateLiteral([namePrefix, z.string()]), chosenSetUpSchema.nullable())
  .transform(
    (stored): ChosenSetUps =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

/** The settings of one workspace. */
export const setUpSettings = (workspace: string, chosen: ChosenSetUp): ChosenSetUps =>
  Object.fromEntries([[setUpSettingName(workspace), chosen]]);

export function chosenSetUpOf(chosen: Readonly<Record<string, unknown>>, workspace: string): ChosenSetUp {
  const name = setUpSettingName(workspace);
  const stored = Object.hasOwn(chosen, name) ? chosen[name] : null;
  return stored == null ? { script: null, allowed: null } : chosenSetUpSchema.parse(stored);
}
