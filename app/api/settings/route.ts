import { VitrineError } from '@vitrine/lib/core/errors.ts';
import { settingsChangeSchema } from '@vitrine/lib/core/team-settings.ts';
import { requireAdmin } from '@vitrine/lib/http/access.ts';
import { changeTeamSettings } from '@vitrine/lib/http/change-team-settings.ts';
import { readTeamSettings } from '@vitrine/lib/http/read-team-settings.ts';
import { route } from '@vitrine/lib/http/route.ts';

/** What holds for the whole team. */
export const GET = route({}, async ({ member, services }) =>
  Response.json(await readTeamSettings(services, member), { headers: { 'Cache-Control': 'no-store' } }),
);

export const PATCH = route({ body: settingsChangeSchema }, async ({ request, body, member, services }) => {
  requireAdmin(member);
  if (services.config.signIn === null && body.linkShares !== undefined) {
    throw new VitrineError('not_possible', 'This setting needs a team. Nobody signs in on this server.');
  }
  await changeTeamSettings(services, request, member, body);
  return new Response(null, { status: 204 });
});
