import { VitrineError } from '#lib/core/errors.ts';
import { settingsChangeSchema, teamSettingsSchema } from '#lib/core/vocabulary/team/team-settings.ts';
import { changeTeamSettings } from '#lib/operations/team/change-team-settings.ts';
import { readTeamSettings } from '#lib/operations/team/read-team-settings.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

export const settingsRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/settings',
    summary: 'Read the settings of the team',
    description:
      'As they are in effect now. Budgets of one person or one conversation are only for those who may see its figures.',
    right: 'read',
    scope: 'team',
    token: 'read',
    answer: teamSettingsSchema,
    handle: ({ member, services }) => readTeamSettings(services, member),
  }),

  defineRoute({
    method: 'PATCH',
    path: '/api/settings',
    summary: 'Change the settings of the team',
    description:
      'Name only what changes. A budget with `amount: null` is removed. 409 `not_possible` for `linkShares` on a server without sign-in.',
    right: 'manage',
    scope: 'team',
    token: 'admin',
    body: settingsChangeSchema,
    errors: ['not_found', 'not_possible', 'unknown_model'],
    async handle({ origin, body, member, services }) {
      if (services.config.signIn === null && body.linkShares !== undefined) {
        throw new VitrineError('not_possible', 'This setting needs a team. Nobody signs in on this server.');
      }
      await changeTeamSettings(services, origin, member, body);
    },
  }),
];
