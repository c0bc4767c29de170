import { z } from 'zod';

/** What admins turned on or off for MCP servers, by the server's name. */
export type ServerSwitches = Readonly<Record<string, boolean>>;

/** As it is stored, each choice under a name of its own: the prefix and the server's name. */
type Stored<Prefix extends string> = Partial<Record<`${Prefix}${string}`, boolean>>;

/** One kind of switch. @param prefix of the names of its settings */
export function serverSwitch<const Prefix extends string>(prefix: Prefix) {
  return {
    nameFor: (server: string) => `${prefix}${server}` as const,
    schema: z
      .looseRecord(z.templateLiteral([prefix, z.string()]), z.boolean())
      .transform(
        (stored) =>
          Object.fromEntries(
            Object.entries(stored).filter(([name]) => name.startsWith(prefix)),
          ) as Stored<Prefix>,
      ),
    /** @param chosen all settings that admins decided */
    readFrom: (chosen: Stored<Prefix>): ServerSwitches =>
      Object.fromEntries(
        Object.entries(chosen)
          .filter(
            (entry): entry is [string, boolean] => entry[0].startsWith(prefix) && entry[1] !== undefined,
          )
          .map(([name, isOn]) => [name.slice(prefix.length), isOn]),
      ),
  };
}

/** Whether the results of a server are split. */
export const splitSwitch = serverSwitch('split.');

/** Whether clients of the gateway may call the tools of a server. */
export const gatewaySwitch = serverSwitch('gateway.');
