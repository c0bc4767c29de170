import { z } from 'zod';
import { variableSchema } from './variable.ts';

/** A secret of a workspace, as admins see it: commands get it as a variable of its name. */
export const workspaceSecretSchema = z.object({
  name: variableSchema.shape.name,
  by: z.object({ id: z.string(), name: z.string() }),
  setAt: z.iso.datetime(),
});
export type WorkspaceSecret = z.infer<typeof workspaceSecretSchema>;

/** A shorter one would be found in ordinary words of what commands print. */
export const secretValueSchema = z
  .string()
  .min(8, 'a secret has 8 characters or more')
  .refine(
    (text) => text.split(/\r?\n/).every((line) => line === '' || line.length >= 8),
    'each line of a secret has 8 characters or more',
  )
  .max(8_000)
  .refine((text) => !text.includes('\0'), 'a value cannot have a NUL character');

/** Names that one call may ask for. */
export const maxAskedSecrets = 10;
export const maxSecrets = 100;

/** Settings have one entry for each, with its value sealed; `null`: no longer. */
const namePrefix = 'secret.';
export const secretSettingName = (workspace: string, name: string) =>
  `${namePrefix}${workspace} ${name}` as const;
const storedSecretSchema = workspaceSecretSchema.omit({ name: true }).extend({ sealed: z.string() });
export type StoredSecret = z.infer<typeof storedSecretSchema>;
type ChosenSecrets = Partial<Record<`${typeof namePrefix}${string}`, StoredSecret | null>>;
/** Read from among other settings. */
export const chosenSecretsSchema = z
  .looseRecord(z.templateLiteral([namePrefix, z.string()]), storedSecretSchema.nullable())
  .transform(
    (stored): ChosenSecrets =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

/** What a sealed value belongs to: it is not opened as another. */
export const secretSubject = (workspace: string, name: string): string => `secret ${name} of ${workspace}`;

/** In the order of their names. */
export function storedSecretsOf(
  chosen: Readonly<Record<string, unknown>>,
  workspace: string,
): (StoredSecret & { name: string })[] {
  const prefix = secretSettingName(workspace, '');
  return Object.entries(chosen)
    .flatMap(([key, value]) => {
      const name = key.slice(prefix.length);
      // Names of workspaces may have spaces.
      const isOfIt = key.startsWith(prefix) && !name.includes(' ');
      return isOfIt && value != null ? [{ ...storedSecretSchema.parse(value), name }] : [];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
