import { tellTeam } from '@vitrine/lib/core/told-member.ts';
import { route } from '@vitrine/lib/http/route.ts';

/** The team, as everybody of it may know it; when somebody was last seen, and who was removed, admins see. */
export const GET = route({}, async ({ member, services }) =>
  Response.json({ members: tellTeam(await services.stores.members.list(), member) }),
);
