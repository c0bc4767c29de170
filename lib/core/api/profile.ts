import type { Preferences } from '../vocabulary/profile/preferences.ts';
import type { Role } from '../vocabulary/team/member.ts';

/** What a member sees of themselves. */
export interface Profile {
  id: string;
  name: string;
  role: Role;
  /** `null`: not known. */
  email: string | null;
  /** Groups that the identity provider named at the last sign-in, and when; `null`: it named none yet. */
  provider: { groups: string[]; at: string } | null;
  /** Changes with the picture; `null`: there is none. */
  picture: string | null;
  preferences: Preferences;
}
