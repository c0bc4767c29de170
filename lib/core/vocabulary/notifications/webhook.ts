import { z } from 'zod';
import { notificationKindSchema } from './notification.ts';

/** Where the team's notifications are sent, and which. */
export const webhookSettingsSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => new URL(url).username === '' && new URL(url).password === '', {
      error: 'the address has a name or a password in it: programs check the signature instead',
    }),
  kinds: z
    .array(notificationKindSchema)
    .min(1)
    .max(10)
    .describe('`mention`: somebody is mentioned; `approval`: a call waits for an answer; `run_ended`'),
  withText: z
    .boolean()
    .describe(
      'Whether titles and the start of messages are sent, of conversations that all of the team can see',
    ),
});
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

const storedWebhookSchema = webhookSettingsSchema.extend({
  /** It is not opened as the secret of another. */
  sealedSecret: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  changedAt: z.iso.datetime(),
});
export type StoredWebhook = z.infer<typeof storedWebhookSchema>;

/** How the last attempt ended. */
const attemptSchema = z.object({
  at: z.iso.datetime(),
  /** Of HTTP; `null`: there was no answer. */
  status: z.int().nullable(),
  /** Why nothing was delivered, in a sentence; `null`: it was. */
  error: z.string().nullable(),
});
export type WebhookAttempt = z.infer<typeof attemptSchema>;

export const webhookViewSchema = storedWebhookSchema
  .omit({ sealedSecret: true })
  .extend({ last: attemptSchema.nullable() });
export type WebhookView = z.infer<typeof webhookViewSchema>;

/** As they are stored among the settings of the team. */
export const chosenWebhookSchema = z
  .object({ webhook: storedWebhookSchema.nullable(), webhookLast: attemptSchema.nullable() })
  .partial();

export const webhookSecretSubject = 'the secret of the webhook';
