import { z } from 'zod';

/** Of the shell that sets them, which cannot be set, or would change how the others are. */
const shellNames = ['pair', 'BASHOPTS', 'SHELLOPTS', 'UID', 'EUID', 'PPID', 'POSIXLY_CORRECT', 'IFS'];

/** Environment variables of a workspace: settings have one entry for each; `null`: no longer. */
export const variableSchema = z.object({
  name: z
    .string()
    .max(100)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'this is not the name of a variable')
    .refine((name) => !shellNames.includes(name), 'the shell uses this name itself'),
  value: z
    .string()
    .max(4_000)
    .refine((text) => !text.includes('\0'), 'a value cannot have a NUL character'),
});
export type Variable = z.infer<typeof variableSchema>;

/** How many variables a workspace has at most. */
export const maxVariables = 100;

const namePrefix = 'variable.';
export const variableSettingName = (workspace: string, name: string) =>
  `${namePrefix}${workspace} ${name}` as const;
type ChosenVariables = Partial<Record<`${typeof namePrefix}${string}`, string | null>>;
/** Read from among other settings. */
export const chosenVariablesSchema = z
  .looseRecord(z.templateLiteral([namePrefix, z.string()]), z.string().nullable())
  .transform(
    (stored): ChosenVariables =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

/** The settings that define variables for a workspace. */
export const variableSettings = (workspace: string, variables: readonly Variable[]): ChosenVariables =>
  Object.fromEntries(variables.map(({ name, value }) => [variableSettingName(workspace, name), value]));

/** In the order of their names. */
export function variablesOf(chosen: Readonly<Record<string, unknown>>, workspace: string): Variable[] {
  const prefix = variableSettingName(workspace, '');
  return Object.entries(chosen)
    .flatMap(([key, value]) => {
      const name = key.slice(prefix.length);
      // Names of workspaces may have spaces.
      const isOfIt = key.startsWith(prefix) && !name.includes(' ');
      return isOfIt && typeof value === 'string' ? [{ name, value }] : [];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
