import { z } from 'zod';

/** A host that commands may reach, and who allowed it. */
export const hostGrantSchema = z.object({
  host: z.string(),
  /** `null`: the config file. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** `null`: the config file, or for one command. */
  allowedAt: z.iso.datetime().nullable(),
});
export type HostGrant = z.infer<typeof hostGrantSchema>;

/** What a call that waits for approval could reach. */
export const callHostsSchema = z.object({
  /** Not allowed yet: whoever allows the call allows these. */
  asked: z.array(z.string()).readonly(),
  /** Allowed for its conversation or workspace. */
  allowed: z.array(z.string()).readonly(),
});
export type CallHosts = z.infer<typeof callHostsSchema>;

/** For which commands an answer allows the hosts that a call asks for, beyond the call itself. */
export const hostScopeSchema = z.enum(['conversation', 'workspace']);
export type HostScope = z.infer<typeof hostScopeSchema>;

/** Settings have one entry for each host of each workspace; `null`: no longer. A host has no space in its name. */
const namePrefix = 'host.';
const namePattern = z.templateLiteral([namePrefix, z.string()]);
export const workspaceHostName = (workspace: string, host: string) =>
  `${namePrefix}${workspace} ${host}` as const;
const chosenHostSchema = hostGrantSchema.pick({ by: true, allowedAt: true });
type ChosenWorkspaceHosts = Partial<
  Record<`${typeof namePrefix}${string}`, z.infer<typeof chosenHostSchema> | null>
>;
/** Read from among other settings. */
export const chosenWorkspaceHostsSchema = z
  .looseRecord(namePattern, chosenHostSchema.nullable())
  .transform(
    (stored): ChosenWorkspaceHosts =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

/** The settings that allow hosts for a workspace. */
export const workspaceHostSettings = (
  workspace: string,
  grants: readonly HostGrant[],
): ChosenWorkspaceHosts =>
  Object.fromEntries(
    grants.map(({ host, by, allowedAt }) => [workspaceHostName(workspace, host), { by, allowedAt }]),
  );

/** Hosts that are allowed for a workspace, in the order of their names. */
export function workspaceHostsOf(chosen: Readonly<Record<string, unknown>>, workspace: string): HostGrant[] {
  const prefix = workspaceHostName(workspace, '');
  return Object.entries(chosen)
    .flatMap(([name, value]) => {
      const host = name.slice(prefix.length);
      // Names of workspaces may have spaces: `a b` is not `b` of `a`.
      const isOfIt = name.startsWith(prefix) && !host.includes(' ');
      return isOfIt && value != null ? [{ ...chosenHostSchema.parse(value), host }] : [];
    })
    .sort((one, other) => (one.host < other.host ? -1 : 1));
}
