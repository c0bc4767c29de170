import { z } from 'zod';
import { notFound, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import {
  pushEndpointSchema,
  pushSubscriptionSchema,
} from '#lib/core/vocabulary/notifications/push-subscription.ts';
import {
  preferencesChangeSchema,
  preferencesSchema,
  toStoredPreferences,
} from '#lib/core/vocabulary/profile/preferences.ts';
import { roleSchema } from '#lib/core/vocabulary/team/member.ts';
import { audit } from '#lib/operations/audit-log.ts';
import { putPicture } from '#lib/operations/profile/change-picture.ts';
import { exportProfile } from '#lib/operations/profile/export-profile.ts';
import { addPushSubscription, removePushSubscription } from '#lib/operations/profile/push-subscriptions.ts';
import { readProfile } from '#lib/operations/profile/read-profile.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { liveSubscriptions } from '#lib/runs/notifications/live-subscriptions.ts';
import { renameMember } from '#lib/team/members.ts';
import { nameBrowser } from '#lib/team/sessions.ts';
import { fileBody } from '../file-body.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';
import { streamTexts } from '../stream-texts.ts';

/** What a member does for themselves, in a browser. */
const ofMember = { right: 'read', scope: 'team', token: null } as const;

const browserSchema = pushSubscriptionSchema.pick({ id: true, browser: true, createdAt: true });

export const profileRoutes: readonly Route[] = [
  defineRoute({
    ...ofMember,
    method: 'GET',
    path: '/api/profile',
    summary: "Read the caller's profile",
    answer: z.object({
      id: z.string(),
      name: z.string(),
      role: roleSchema,
      email: z.string().nullable(),
      provider: z
        .object({ groups: z.array(z.string()), at: z.iso.datetime() })
        .nullable()
        .describe('What the identity provider said at the last sign-in'),
      picture: z.string().nullable().describe('Changes with the picture; `null`: there is none'),
      preferences: preferencesSchema,
    }),
    handle: ({ member, services }) => readProfile(services, member),
  }),

  defineRoute({
    ...ofMember,
    method: 'GET',
    path: '/api/profile/export',
    summary: 'Export the data about the caller',
    description:
      'NDJSON: each line is an object whose `kind` says what `data` is. Of conversations it has what the caller wrote and decided, how far they have read, and who mentioned them last, in those that they may read. Of servers they are signed in to it has names and times. Not in it: secrets, and the bytes of attachments, of which it has titles and IDs: `GET /api/artifacts/:id` answers them while they exist.',
    media: ['application/x-ndjson'],
    errors: ['too_many_requests'],
    async handle({ request, origin, member, services }) {
      await checkRate(services, origin, 'export', member.id);
      const body = request.method === 'HEAD' ? null : streamTexts(exportProfile(services, member));
      return new Response(body, {
        headers: {
          'Content-Type': 'application/x-ndjson',
          'Content-Disposition': 'attachment; filename="vitrine-my-data.jsonl"',
        },
      });
    },
  }),

  defineRoute({
    ...ofMember,
    method: 'PATCH',
    path: '/api/profile',
    summary: "Change the caller's name",
    description:
      'From then on it does not follow the identity provider. What they wrote keeps the name that they had. 409 `not_possible` in local mode, where the name is that of the user who runs the server.',
    body: z.strictObject({ name: z.string().max(1_000) }),
    errors: ['name_taken', 'not_possible', 'not_found', 'too_many_requests'],
    async handle({ body: { name }, origin, member, services }) {
      await checkRate(services, origin, 'rename', member.id);
      if (services.config.signIn === null)
        throw new VitrineError('not_possible', 'Here the name is that of the user who runs the server.');
      const { before, after } = await renameMember(services, member.id, name);
      if (before.name === after.name) return;
      const detail = `${before.name} to ${after.name}`;
      await audit(services, origin, 'member.renamed', after, { subject: after, detail });
    },
  }),

  defineRoute({
    ...ofMember,
    method: 'PATCH',
    path: '/api/profile/preferences',
    summary: "Change the caller's preferences",
    description:
      'Preferences that are not in the body stay. They apply in every browser in which the member is signed in.',
    body: preferencesChangeSchema,
    handle: ({ body, member, services }) =>
      services.stores.preferences.change(member.id, toStoredPreferences(body)),
  }),

  defineRoute({
    ...ofMember,
    method: 'PUT',
    path: '/api/profile/picture',
    takesBytes: true,
    summary: "Set the caller's picture",
    description: `The body is a PNG, JPEG or WebP file of at most ${limits.pictureBytes / 1024 / 1024} MiB. Its middle is stored, as a square of ${limits.pictureEdge} pixels, and nothing else that the file says.`,
    answer: z.object({ version: z.string() }),
    errors: ['invalid_request', 'too_large', 'too_many_requests'],
    async handle({ request, origin, member, services }) {
      await checkRate(services, origin, 'picture', member.id);
      return { version: await putPicture({ origin, member, services }, fileBody(request)) };
    },
  }),

  defineRoute({
    ...ofMember,
    method: 'DELETE',
    path: '/api/profile/picture',
    summary: "Remove the caller's picture",
    handle: ({ member, services }) => services.stores.pictures.remove(member.id),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/members/:id/picture',
    summary: 'Load the picture of a member',
    description: 'Browsers may store one that is asked for by its version for good.',
    query: z.strictObject({ v: z.string().max(100).optional().describe('Its version') }),
    right: 'read',
    scope: 'team',
    token: 'read',
    params: z.object({ id: z.string().max(100) }),
    media: ['image/webp'],
    errors: ['not_found'],
    async handle({ params, query, services }) {
      const picture = await services.stores.pictures.get(params.id);
      if (picture === null) throw notFound();
      return new Response(Buffer.from(picture.bytes), {
        headers: {
          'Content-Type': picture.mimeType,
          'Content-Security-Policy': "sandbox; default-src 'none'",
          'Cache-Control': query.v === picture.version ? 'private, max-age=31536000, immutable' : 'no-store',
        },
      });
    },
  }),

  defineRoute({
    ...ofMember,
    method: 'GET',
    path: '/api/profile/push-subscriptions',
    summary: "List the browsers that show the caller's notifications",
    answer: z.object({
      key: z.string().describe('The public key of this server, with which a browser subscribes (VAPID)'),
      subscriptions: z.array(browserSchema),
    }),
    async handle({ member, services }) {
      const all = await liveSubscriptions(services.stores, member.id, services.config.signIn !== null);
      return {
        key: services.notifications.pushKey(),
        subscriptions: all.map(({ id, browser, createdAt }) => ({ id, browser, createdAt })),
      };
    },
  }),

  defineRoute({
    ...ofMember,
    method: 'POST',
    path: '/api/profile/push-subscriptions',
    summary: "Let a browser show the caller's notifications",
    description:
      'As its `PushManager` answers. What is sent is encrypted for the browser (RFC 8291). Where members sign in, the endpoint has a public address over HTTPS.',
    body: pushEndpointSchema.extend({
      renews: z
        .literal(true)
        .optional()
        .describe('After another sign-in, without asking: refused where it was stopped'),
    }),
    answer: browserSchema,
    statuses: [201],
    errors: ['not_possible', 'too_many_requests'],
    async handle({ request, body: { renews = false, ...endpoint }, origin, member, session, services }) {
      await checkRate(services, origin, 'pushSubscription', member.id);
      const { id, browser, createdAt } = await addPushSubscription({ origin, member, services }, endpoint, {
        renews,
        sessionId: session?.id ?? null,
        browser: nameBrowser(request.headers.get('user-agent') ?? ''),
      });
      return { id, browser, createdAt };
    },
  }),

  defineRoute({
    ...ofMember,
    method: 'DELETE',
    path: '/api/profile/push-subscriptions/:id',
    summary: "Stop a browser from showing the caller's notifications",
    errors: ['not_found'],
    handle: ({ params, origin, member, services }) =>
      removePushSubscription({ origin, member, services }, params.id),
  }),

  defineRoute({
    ...ofMember,
    method: 'POST',
    path: '/api/profile/push-subscriptions/test',
    summary: "Send a test to the caller's browsers",
    description: 'Once, now. Answers how the push service of each took it.',
    answer: z.object({
      browsers: z.array(
        z.object({ browser: z.string(), outcome: z.enum(['sent', 'gone', 'refused', 'later']) }),
      ),
    }),
    errors: ['too_many_requests'],
    async handle({ origin, member, services }) {
      await checkRate(services, origin, 'pushTest', member.id);
      const message = { kind: 'test', title: 'Notifications work', body: '', path: '/you' } as const;
      return { browsers: await services.notifications.tryPush(member.id, message) };
    },
  }),
];
