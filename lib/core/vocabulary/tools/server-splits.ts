import { z } from 'zod';

/** Whether the results of MCP servers are split, by the server's name, where an admin decided. */
export type ServerSplits = Readonly<Record<string, boolean>>;

const namePrefix = 'split.';
const namePattern = z.templateLiteral([namePrefix, z.string()]);

/** Name of the setting that says whether the results of a server are split. */
export const serverSplitName = (server: string) => `${namePrefix}${server}` as const;

/** As it is stored, each choice under a name of its own. */
export type ChosenServerSplits = Partial<Record<`${typeof namePrefix}${string}`, boolean>>;

export const chosenServerSplitsSchema = z
  .looseRecord(namePattern, z.boolean())
  .transform(
    (stored): ChosenServerSplits =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

/** @param chosen all settings that admins decided */
export const serverSplitsOf = (chosen: ChosenServerSplits): ServerSplits =>
  Object.fromEntries(
    Object.entries(chosen)
      .filter(
        (entry): entry is [string, boolean] => entry[0].startsWith(namePrefix) && entry[1] !== undefined,
      )
      .map(([name, isSplit]) => [name.slice(namePrefix.length), isSplit]),
  );
