import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { Workspace } from '#lib/workspace/workspace.ts';

const isUsable = (member: Member, name: string): boolean => may(member, 'read', { kind: 'workspace', name });

/** The workspaces of this process that a member may use, the default first. */
export const listUsable = async (
  { workspaces }: Pick<Services, 'workspaces'>,
  member: Member,
): Promise<Workspace[]> => (await workspaces.list()).filter(({ name }) => isUsable(member, name));

/** Names of the workspaces of any process that a member may use, those of this one first. */
export const listUsableNames = async (
  { runners }: Pick<Services, 'runners'>,
  member: Member,
): Promise<string[]> => (await runners.listWorkspaces()).filter((name) => isUsable(member, name));

/** Names of those that only processes have which are away. */
export async function listAwayNames(
  { runners }: Pick<Services, 'runners'>,
  member: Member,
): Promise<string[]> {
  const present = new Set(await runners.listWorkspaces());
  const known = new Set(
    (await runners.listOthers()).flatMap((runner) => runner.workspaces).map(({ name }) => name),
  );
  return [...known].filter((name) => !present.has(name) && isUsable(member, name));
}

/** `null`: there is none of this name, or the member may not use it. */
export const findUsable = async (
  { workspaces }: Pick<Services, 'workspaces'>,
  member: Member,
  name: string,
): Promise<Workspace | null> => (isUsable(member, name) ? await workspaces.find(name) : null);
