import type { Profile } from '#lib/core/api/profile.ts';
import { parsePreferences } from '#lib/core/vocabulary/profile/preferences.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';

/** What a member sees of themselves. */
export async function readProfile({ stores }: Pick<Services, 'stores'>, member: Member): Promise<Profile> {
  const { id, name, role } = member;
  const [record, pictures, preferences] = await Promise.all([
    stores.members.get(id),
    stores.pictures.versions(),
    stores.preferences.get(id),
  ]);
  return {
    ...{ id, name, role },
    email: record?.email ?? null,
    provider: record?.provider ?? null,
    picture: pictures[id] ?? null,
    preferences: parsePreferences(preferences),
  };
}
