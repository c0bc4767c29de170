import { z } from 'zod';

/** An MCP server that an admin added on the page. */
export const addedServerSchema = z.object({
  /** `null`: it is a program. */
  url: z.string().nullable(),
  /** A line of words that the config file allowed then; `null`: it has an address. */
  command: z.string().nullable().default(null),
  /** The name of the only workspace in which it is used; `null`: it is used in all. */
  workspace: z.string().nullable(),
  by: z.object({ id: z.string(), name: z.string() }),
  addedAt: z.iso.datetime(),
});
export type AddedServer = z.infer<typeof addedServerSchema>;

const namePrefix = 'server.';
const namePattern = z.templateLiteral([namePrefix, z.string()]);

/** As they are stored, each under a name of its own; `null`: it was removed. */
export type ChosenAddedServers = Partial<Record<`${typeof namePrefix}${string}`, AddedServer | null>>;

export const chosenAddedServersSchema = z
  .looseRecord(namePattern, addedServerSchema.nullable())
  .transform(
    (stored): ChosenAddedServers =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

/** By name, the first one first. @param chosen all settings that admins decided */
export const addedServersOf = (chosen: ChosenAddedServers): ReadonlyMap<string, AddedServer> =>
  new Map(
    Object.entries(chosen)
      .filter((entry): entry is [string, AddedServer] => entry[0].startsWith(namePrefix) && !!entry[1])
      .sort(([, one], [, other]) => (one.addedAt < other.addedAt ? -1 : 1))
      .map(([name, server]) => [name.slice(namePrefix.length), server]),
  );

/** The stored form of a server that is added; `null`: of one that is removed. */
export const addedServerSetting = (name: string, server: AddedServer | null): ChosenAddedServers => ({
  [`${namePrefix}${name}` as const]: server,
});
