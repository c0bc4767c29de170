import { VitrineError } from '../../../lib/core/errors.ts';
import { teamSettingsSchema } from '../../../lib/core/team-settings.ts';
import { requireAdmin } from '../../../lib/http/access.ts';
import { audit } from '../../../lib/http/audit-log.ts';
import { readTeamSettings } from '../../../lib/http/read-team-settings.ts';
import { route } from '../../../lib/http/route.ts';

/** What holds for the whole team. */
export const GET = route({}, async ({ services }) =>
  Response.json(await readTeamSettings(services), { headers: { 'Cache-Control': 'no-store' } }),
);

export const PATCH = route(
  { body: teamSettingsSchema.strict() },
  async ({ request, body, member, services }) => {
    requireAdmin(member);
    if (services.config.signIn === null) {
      throw new VitrineError('not_possible', 'There is no team here: nobody signs in');
    }
    const before = await readTeamSettings(services);
    await services.stores.settings.change(body);
    if (body.linkShares !== before.linkShares) {
      const detail = `links without sign-in ${body.linkShares ? 'on' : 'off'}`;
      await audit(services, request, 'policy.changed', member, { detail });
    }
    return new Response(null, { status: 204 });
  },
);
