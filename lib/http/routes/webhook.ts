import { z } from 'zod';
import {
  type WebhookAttempt,
  webhookSettingsSchema,
  webhookViewSchema,
} from '#lib/core/vocabulary/notifications/webhook.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { putWebhook, readWebhook, removeWebhook, testWebhook } from '#lib/operations/team/change-webhook.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const ofAdmins = { path: '/api/webhook', right: 'manage', scope: 'team', token: 'admin' } as const;

export const webhookRoutes: readonly Route[] = [
  defineRoute({
    ...ofAdmins,
    method: 'GET',
    summary: 'Read the webhook of the team',
    description:
      'Where notifications are sent, which, and how the last attempt ended; `null`: there is none.',
    answer: z.object({ webhook: webhookViewSchema.nullable() }),
    handle: async ({ services }) => ({ webhook: await readWebhook(services) }),
  }),

  defineRoute({
    ...ofAdmins,
    method: 'PUT',
    summary: 'Set the webhook of the team',
    description:
      'Each notification is a POST, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it: `webhook-id`, `webhook-timestamp` and `webhook-signature`. What is not answered with 2xx within 10 s is sent again, six times in all, within two hours; redirects are not followed. The secret is answered once, when it is new: with another address, or with `newSecret`.',
    body: webhookSettingsSchema.extend({ newSecret: z.boolean().optional() }),
    answer: z.object({ secret: z.string().nullable() }),
    handle: async ({ body, origin, member, services }) => ({
      secret: await putWebhook({ origin, member, services }, body),
    }),
  }),

  defineRoute({
    ...ofAdmins,
    method: 'DELETE',
    summary: 'Remove the webhook of the team',
    description: 'What still waits is not sent.',
    errors: ['not_found'],
    handle: ({ origin, member, services }) => removeWebhook({ origin, member, services }),
  }),

  defineRoute({
    ...ofAdmins,
    method: 'POST',
    path: '/api/webhook/test',
    summary: 'Send a test to the webhook of the team',
    description: 'Once, now. Answers how it ended, whatever that is.',
    answer: z.object({
      status: z.int().nullable().describe('Of HTTP; `null`: there was no answer'),
      error: z.string().nullable(),
    }),
    errors: ['not_found', 'too_many_requests'],
    async handle({ origin, member, services }) {
      await checkRate(services, origin, 'webhookTest', member.id);
      const { status, error }: WebhookAttempt = await testWebhook({ origin, member, services });
      return { status, error };
    },
  }),
];
