import type { Services } from '#lib/services.ts';
import { isActive } from '#lib/team/members.ts';

/** Whom an admin can admit to a workspace: members, and groups that the identity provider has named of them. */
export async function listAdmittable({ stores }: Pick<Services, 'stores'>): Promise<{
  members: { id: string; name: string }[];
  groups: string[];
}> {
  const members = (await stores.members.list()).filter(isActive);
  const groups = new Set(members.flatMap(({ provider }) => provider?.groups ?? []));
  return { members: members.map(({ id, name }) => ({ id, name })), groups: [...groups].sort() };
}
