import { type Preferences, standardNotifications } from '#lib/core/vocabulary/profile/preferences.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';

/** What a member sees of themselves. */
export interface Profile {
  id: string;
  name: string;
  role: Member['role'];
  /** `null`: not known. */
  email: string | null;
  /** Groups that the identity provider named at the last sign-in, and when; `null`: it named none yet. */
  provider: { groups: string[]; at: string } | null;
  /** Changes with the picture; `null`: there is none. */
  picture: string | null;
  preferences: Preferences & Required<Pick<Preferences, 'notifications'>>;
}

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
    preferences: { notifications: standardNotifications, ...preferences },
  };
}
