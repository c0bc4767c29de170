import { z } from 'zod';

/** How a push service reaches a browser, as the browser itself says it (W3C Push API). */
export const pushEndpointSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
  keys: z.strictObject({
    p256dh: z.base64url().length(87).describe('A P-256 public key, uncompressed'),
    auth: z.base64url().length(22).describe('A secret of 16 bytes'),
  }),
});
export type PushEndpoint = z.infer<typeof pushEndpointSchema>;

/** A browser that shows a member's notifications: for as long as the member is signed in there. */
export const pushSubscriptionSchema = z.object({
  ...pushEndpointSchema.shape,
  /** Follows from the endpoint, so that a browser subscribes once. */
  id: z.string(),
  /** What the browser reports about itself, shortened. */
  browser: z.string(),
  createdAt: z.iso.datetime(),
  /** The session in which it was allowed; `null`: in local mode there is none. */
  sessionId: z.string().nullable(),
});
export type PushSubscription = z.infer<typeof pushSubscriptionSchema>;
