import { z } from 'zod';

/** Members by ID, and everybody in groups of the identity provider. */
const peopleSchema = z.strictObject({
  members: z.array(z.string().min(1).max(100)).max(500).readonly(),
  groups: z.array(z.string().min(1).max(200)).max(100).readonly(),
});
export type AccessPeople = z.infer<typeof peopleSchema>;

/** Who may do what in a workspace; `null`: everybody in the team. */
export const workspaceAccessSchema = z.strictObject({
  use: peopleSchema
    .nullable()
    .describe('Who may start conversations in it, read those of others, and open its files'),
  run: peopleSchema.nullable().describe('Of those, who may run commands in it, by the agent or by hand'),
});
export type WorkspaceAccess = z.infer<typeof workspaceAccessSchema>;

const right = z.enum(['use', 'run']);
const admissionSchema = z.union([
  z.strictObject({ right, member: z.string().min(1).max(100) }),
  z.strictObject({ right, group: z.string().trim().min(1).max(200) }),
]);

/** A change of who may do what: a right as a whole, or single members and groups, so that two admins at once both count. */
export const workspaceAccessChangeSchema = workspaceAccessSchema.partial().extend({
  admit: z.array(admissionSchema).max(100).optional().describe('To a right that not everybody has'),
  dismiss: z.array(admissionSchema).max(100).optional(),
});
export type WorkspaceAccessChange = z.infer<typeof workspaceAccessChangeSchema>;
type Admission = z.infer<typeof admissionSchema>;

export function changeAccess(
  { use, run }: WorkspaceAccess,
  { admit = [], dismiss = [], ...whole }: WorkspaceAccessChange,
): WorkspaceAccess {
  const change = (of: 'use' | 'run', people: AccessPeople | null): AccessPeople | null => {
    if (people === null) return null;
    const ofRight = (all: readonly Admission[]) => all.filter((one) => one.right === of);
    const members = (all: readonly Admission[]) =>
      ofRight(all).flatMap((one) => ('member' in one ? [one.member] : []));
    const groups = (all: readonly Admission[]) =>
      ofRight(all).flatMap((one) => ('group' in one ? [one.group] : []));
    const merge = (now: readonly string[], added: readonly string[], removed: readonly string[]) =>
      [...new Set([...now, ...added])].filter((one) => !removed.includes(one));
    return {
      members: merge(people.members, members(admit), members(dismiss)),
      groups: merge(people.groups, groups(admit), groups(dismiss)),
    };
  };
  return {
    use: change('use', whole.use === undefined ? use : whole.use),
    run: change('run', whole.run === undefined ? run : whole.run),
  };
}

/** Workspaces that are closed to a member, by name. */
export interface ClosedWorkspaces {
  use: readonly string[];
  run: readonly string[];
}

/** Settings have one entry for each workspace that is not open to everybody; `null`: it is again. */
const namePrefix = 'access.';
export const accessSettingName = (workspace: string) => `${namePrefix}${workspace}` as const;
type ChosenAccess = Partial<Record<`${typeof namePrefix}${string}`, WorkspaceAccess | null>>;
/** Read from among other settings. */
export const chosenAccessSchema = z
  .looseRecord(z.templateLiteral([namePrefix, z.string()]), workspaceAccessSchema.nullable())
  .transform(
    (stored): ChosenAccess =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

const openToAll: WorkspaceAccess = { use: null, run: null };

/** The setting of one workspace. */
export const accessSetting = (workspace: string, access: WorkspaceAccess): ChosenAccess =>
  Object.fromEntries([
    [accessSettingName(workspace), access.use === null && access.run === null ? null : access],
  ]);

export function accessOf(chosen: Readonly<Record<string, unknown>>, workspace: string): WorkspaceAccess {
  const name = accessSettingName(workspace);
  const stored = Object.hasOwn(chosen, name) ? chosen[name] : null;
  return stored == null ? openToAll : workspaceAccessSchema.parse(stored);
}

/** @param groups of the member, as the identity provider named them at the last sign-in */
export function closedTo(
  chosen: Readonly<Record<string, unknown>>,
  { id, groups }: { id: string; groups: readonly string[] },
): ClosedWorkspaces {
  const isIn = (people: AccessPeople | null): boolean =>
    people === null || people.members.includes(id) || people.groups.some((group) => groups.includes(group));
  const restricted = Object.keys(chosen)
    .filter((name) => name.startsWith(namePrefix))
    .map((name) => name.slice(namePrefix.length));
  const use = restricted.filter((workspace) => !isIn(accessOf(chosen, workspace).use));
  const run = restricted.filter((workspace) => !isIn(accessOf(chosen, workspace).run));
  return { use, run };
}
